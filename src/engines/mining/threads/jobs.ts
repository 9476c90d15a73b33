/** What the threads of this folder say to each other; a `MinedRows` comes back. */
import type { MiningOptions } from '../mining.ts';
import type { PackedRows } from './packed-rows.ts';

export interface Job {
  readonly options: MiningOptions;
  readonly rows: PackedRows;
}
