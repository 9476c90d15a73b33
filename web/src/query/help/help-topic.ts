/** What the reference has a page about. */

/** `overview` is the list of everything. */
export type HelpTopic =
  | { readonly kind: 'overview' }
  | { readonly kind: 'command'; readonly name: string }
  | { readonly kind: 'functions' | 'aggregations'; readonly name: string | undefined };

export const OVERVIEW: HelpTopic = { kind: 'overview' };
