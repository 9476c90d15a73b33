/** What the threads of this folder say to each other. */
import type { CompressedRows } from '../../../patterns/index.ts';
import type { CompressRequest, MinedRows, MiningOptions } from '../mining.ts';
import type { PackedRows } from './packed-rows.ts';

export type Task =
  | { readonly kind: 'mine'; readonly options: MiningOptions }
  | { readonly kind: 'compress'; readonly request: CompressRequest };

export type Job = Task & { readonly rows: PackedRows };

export type Answer =
  | { readonly kind: 'mined'; readonly mined: MinedRows }
  | { readonly kind: 'compressed'; readonly compressed: CompressedRows };
