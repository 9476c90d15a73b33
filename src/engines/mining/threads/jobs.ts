/** Messages between the threads of this folder; the response is a `MinedRows`. */
import type { MiningOptions } from '../mining.ts';
import type { PackedRows } from './packed-rows.ts';

export interface Job {
  readonly options: MiningOptions;
  readonly rows: PackedRows;
}
