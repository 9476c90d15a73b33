/** Repeating up to this much text costs no more than naming it. */
export const REPEATED_MAX = 120;

/**
 * For an expression used in several places. DuckDB would compute it for each of them, and nested expressions would
 * double with every level, so a long one gets a name first.
 */
export function computedOnce(text: string, use: (value: string) => string): string {
  if (text.length <= REPEATED_MAX) return use(text);
  return `list_transform([${text}], lambda once: ${use('once')})[1]`;
}
