/** For paths and names of ours; values of statements are bound. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
