/**
 * The fields of the rows of a stage, as far as the text alone determines them. Used by completion and checks; the store
 * has more precise information.
 */
export interface Shape {
  /** The rows still have their raw text, so bare words can be searched. */
  readonly hasText: boolean;
  /** There may be more fields than the listed ones. */
  readonly isOpen: boolean;
  readonly fields: readonly string[];
}
