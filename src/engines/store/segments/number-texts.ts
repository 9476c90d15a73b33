/** Gives the texts of a column numbers, where they are few enough that a number for each takes less room. */
import type { NumberedValues, TextColumn } from './part-rows.ts';

/** More different values than two bytes can tell are written as they are. */
const VALUES_MAX = 0x1_0000;
/** Number of rows examined first. */
const SAMPLE_ROWS = 1_024;
/** With more different values among them than this share, numbers would not pay. */
const SAMPLE_SHARE_MAX = 0.6;
/** Number of slots per row or value: most are free. */
const SLOTS_PER_VALUE = 4;

/** By the hash of a text: one more than its number; 0 is free. */
const allSlots = new Int32Array(VALUES_MAX * SLOTS_PER_VALUE);

/** As many slots as this number of rows needs: for a few rows, clearing all slots takes longer than the rows. */
function slotsFor(rows: number): Int32Array {
  const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, rows) * SLOTS_PER_VALUE));
  return allSlots.subarray(0, wanted).fill(0);
}

/**
 * Numbers the texts of rows in the given order, from one position up to but excluding another. Undefined if there are
 * too many.
 */
export function numberTexts(
  column: TextColumn,
  order: Uint32Array,
  from: number,
  to: number,
): NumberedValues | undefined {
  const count = to - from;
  const step = Math.max(1, Math.floor(count / SAMPLE_ROWS));
  if (count > SAMPLE_ROWS) {
    const sample = order.subarray(from, to).filter((_, i) => i % step === 0);
    const some = numberAll(column, sample, sample.length);
    if (some === undefined || some.values.length > sample.length * SAMPLE_SHARE_MAX) {
      return undefined;
    }
  }
  return numberAll(column, order.subarray(from, to), VALUES_MAX);
}

function numberAll(
  column: TextColumn,
  order: Uint32Array,
  valuesMax: number,
): NumberedValues | undefined {
  const { buffers, sources, starts, lengths } = column;
  const values: Buffer[] = [];
  const numbers = new Uint32Array(order.length);
  const slots = slotsFor(order.length);
  const mask = slots.length - 1;
  // Mostly the source is the one of the row before.
  let source = -1;
  let bytes: Buffer = NOTHING;
  for (let i = 0; i < order.length; i++) {
    const row = order[i] ?? 0;
    if (sources[row] !== source) {
      source = sources[row] ?? 0;
      bytes = buffers[source] ?? NOTHING;
    }
    const start = starts[row] ?? 0;
    const end = start + (lengths[row] ?? 0);
    let hash = 0x811c_9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x0100_0193);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const taken = slots[slot] ?? 0;
      if (taken === 0) {
        if (values.length === valuesMax) return undefined;
        values.push(bytes.subarray(start, end));
        slots[slot] = values.length;
        numbers[i] = values.length - 1;
        break;
      }
      if (isSame(values[taken - 1], bytes, start, end)) {
        numbers[i] = taken - 1;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  return { values, numbers };
}

const NOTHING = Buffer.alloc(0);

function isSame(value: Buffer | undefined, bytes: Buffer, start: number, end: number): boolean {
  if (value?.length !== end - start) return false;
  for (let i = 0; i < value.length; i++) if (value[i] !== bytes[start + i]) return false;
  return true;
}
