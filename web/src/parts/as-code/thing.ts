import type { BundleKind } from '../../../../src/contract/bundle-kinds.ts';

/** What a bundle can own; the ID of an index or a lookup table is its name. */
export interface ThingProps {
  readonly kind: BundleKind;
  readonly id: string;
}
