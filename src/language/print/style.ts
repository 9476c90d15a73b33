import type { Query } from '../tree.ts';

/** How a tree becomes text. Handed down, since commands hold queries again. */
export interface PrintStyle {
  /** Every implied AND and every parenthesis is written out. */
  readonly isExplicit: boolean;
  readonly query: (query: Query) => string;
}
