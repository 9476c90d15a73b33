/** So much text costs no more when it stands twice than it would to give it a name. */
export const REPEATED_MAX = 120;

/**
 * For an expression that is needed in several places. DuckDB would compute it for each of them, and expressions
 * within expressions would double with every step, so that a long one gets a name first.
 */
export function computedOnce(text: string, use: (value: string) => string): string {
  if (text.length <= REPEATED_MAX) return use(text);
  return `list_transform([${text}], lambda once: ${use('once')})[1]`;
}
