import type { Clock } from '../../base/clock.ts';

/**
 * Gives every stored event its own 64-bit ID, ordered by arrival time. The upper 48 bits are a sequence that restarts
 * at 128 times the clock in every new millisecond and never goes back; the lower 16 are the node number, so that nodes
 * need not coordinate. All but the last step is plain arithmetic below 2^53.
 */
export interface RowIds {
  readonly node: number;
  /** Takes `count` consecutive sequence numbers and returns the first. */
  take(count: number): number;
}

/** Ids count time from here, which makes 41 bits of milliseconds last until 2093. */
const EPOCH_MS = Date.UTC(2024, 0, 1);
/** More than this many in one millisecond run ahead of the clock, which then catches up. */
const PER_MS = 128;
const NODE_BITS = 16n;

/** `node` is a number below 65,536 that differs between nodes and between starts of one node. */
export function createRowIds(clock: Clock, node: number): RowIds {
  let next = 0;
  return {
    node,
    take(count) {
      const first = Math.max(next, (clock.now() - EPOCH_MS) * PER_MS);
      next = first + count;
      return first;
    },
  };
}

/** The form people see as `_id`: 16 hexadecimal digits, in the same order as the ids. */
export function formatRowId(sequence: number, node: number): string {
  return sequence.toString(16).padStart(12, '0') + node.toString(16).padStart(4, '0');
}

/** A row's own number from the form people see; undefined for any other text. */
export function parseRowId(text: string): bigint | undefined {
  return /^[0-9a-f]{16}$/.test(text) ? BigInt(`0x${text}`) : undefined;
}

/** The first id of any node that could be given at this time. */
export function rowIdAt(ms: number): bigint {
  return BigInt(Math.max(0, ms - EPOCH_MS) * PER_MS) << NODE_BITS;
}

/** Approximate arrival time of a row. During a burst, IDs run ahead of the clock, so this can be slightly late. */
export function arrivalOf(rowId: bigint): number {
  return EPOCH_MS + Math.floor(Number(rowId >> NODE_BITS) / PER_MS);
}
