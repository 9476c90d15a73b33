/** How statuses of findings are shown. */
export const LOOKS: Readonly<Record<string, { readonly color: string; readonly words: string }>> = {
  passed: { color: 'green', words: 'Passed' },
  failed: { color: 'red', words: 'Failed' },
  skipped: { color: 'blue', words: 'Skipped' },
  not_found: { color: 'gray', words: 'Not found' },
};
