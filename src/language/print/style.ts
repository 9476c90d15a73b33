import type { Query } from '../tree.ts';

/** How a tree is printed. Passed down, since commands contain queries themselves. */
export interface PrintStyle {
  /** Every implied AND and every parenthesis is written out. */
  readonly isExplicit: boolean;
  readonly query: (query: Query) => string;
}
