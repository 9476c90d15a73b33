/** The words for how a search is shown: in the address of its page, and in what is saved. */
export const SEARCH_VIEWS = ['raw', 'table', 'json'] as const;

/** `auto` shows the table of a query that ends in one, events otherwise. */
export const SEARCH_MODES = ['auto', 'events', 'patterns'] as const;

export const SEARCH_SORTS = ['newest', 'oldest'] as const;
