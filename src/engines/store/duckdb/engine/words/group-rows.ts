/** Rows that share a number: a filter knows the words of all of them together. */
export const GROUP_ROWS = 4_096;
