/** What the threads of this folder say to each other. */
import type { ErrorFacts } from '../../../base/errors.ts';
import type { CompressedRows } from '../../../patterns/index.ts';
import type { ErrorCode } from '../../../spec/codes.ts';
import type { CompressRequest, MinedRows, MiningOptions } from '../mining.ts';
import type { PackedRows } from './packed-rows.ts';

export type Task =
  | { readonly kind: 'mine'; readonly options: MiningOptions }
  | { readonly kind: 'compress'; readonly request: CompressRequest };

export type Job = Task & { readonly rows: PackedRows };

export type Outcome =
  | { readonly kind: 'mined'; readonly mined: MinedRows }
  | { readonly kind: 'compressed'; readonly compressed: CompressedRows }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly facts: ErrorFacts;
    }
  | { readonly kind: 'failed'; readonly message: string };
