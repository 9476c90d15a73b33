/**
 * Which fields the rows of a stage have, as far as the text alone tells. Completion offers them, and checks
 * use them; the store knows better.
 */
export interface Shape {
  /** The rows still have their raw text, so a bare word can be looked for. */
  readonly hasText: boolean;
  /** There may be more fields than the listed ones. */
  readonly isOpen: boolean;
  readonly fields: readonly string[];
}
