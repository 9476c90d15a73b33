/** Rows that share a number: a filter contains the words of all of them. */
export const GROUP_ROWS = 4_096;
