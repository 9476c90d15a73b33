/** What an empty query field shows. */
export const EXAMPLE_QUERY = 'Search your logs: level=error timeout | stats count by service';
