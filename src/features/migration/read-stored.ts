/** Reads rows of a store as they are, in batches that another one takes. */
import type { LogRecord } from '../../base/record.ts';
import type { BlockEncoder } from '../../engines/store/block-encoder.ts';
import { PROMOTED } from '../../engines/store/log-fields.ts';
import { column, join, sql, uint64 } from '../../engines/store/sql.ts';
import type { InsertBatch, LogStore } from '../../engines/store/store.ts';
import { MB } from '../../spec/units.ts';
import { type Bounds, type Group, isWithin, isOf, WHOLE } from './log-sums.ts';

/** Limits of one batch that is read, encoded and sent; the first one reached applies. */
export const BATCH = { rowsMax: 20_000, bytesMax: 8 * MB } as const;

/** Rows of a group within a range of ids, `to` excluded. */
export interface Slice {
  readonly from: bigint;
  readonly to: bigint;
}

export interface Reading {
  readonly store: LogStore;
  readonly encoder: BlockEncoder;
  /** Empty, or a suffix that makes the tokens differ from earlier ones. */
  readonly suffix: string;
}

/** Uses tokens that depend only on the rows and the suffix; each may have been sent before. */
export async function* readStored(
  { store, encoder, suffix }: Reading,
  group: Group,
  { from, to }: Slice,
  bounds: Bounds,
): AsyncGenerator<InsertBatch> {
  const statement = sql`SELECT ${COLUMNS} FROM logs
    WHERE ${isOf(group)} AND row_id >= ${uint64(from)} AND row_id < ${uint64(to)} AND ${isWithin(bounds)} ORDER BY row_id`;
  let batch = emptyBatch();
  for await (const event of store.stream(statement, WHOLE)) {
    if (event.kind !== 'row') continue;
    batch.bytes += addRow(batch, group, event.row);
    if (batch.records.length < BATCH.rowsMax && batch.bytes < BATCH.bytesMax) continue;
    yield toInsert(encoder, batch, suffix);
    batch = emptyBatch();
  }
  if (batch.records.length > 0) yield toInsert(encoder, batch, suffix);
}

const COLUMNS = sql`toString(row_id) AS id, toUnixTimestamp64Milli(timestamp) AS happened,
  toUnixTimestamp64Milli(received_at) AS received, toUnixTimestamp64Milli(stored_at) AS stored, retention_days, level,
  source, event_id, body, mapKeys(attributes) AS keys, mapValues(attributes) AS values, ${join(
    PROMOTED.map((name) => column(name)),
    ', ',
  )}`;

interface Batch {
  readonly records: LogRecord[];
  readonly ids: bigint[];
  readonly storedAt: number[];
  bytes: number;
}

function emptyBatch(): Batch {
  return { records: [], ids: [], storedAt: [], bytes: 0 };
}

/** Returns about how many bytes it takes. */
function addRow(batch: Batch, { organization, index }: Group, row: readonly unknown[]): number {
  const [id, happened, received, stored, days, level, source, eventId, body, keys, values] = row;
  const promoted = row.slice(row.length - PROMOTED.length) as readonly string[];
  const names = keys as readonly string[];
  const texts = values as readonly string[];
  const attributes = [
    ...PROMOTED.map((name, at) => [name, promoted[at] ?? ''] as const).filter(
      ([, value]) => value !== '',
    ),
    ...names.map((name, at) => [name, texts[at] ?? ''] as const),
  ];
  batch.ids.push(BigInt(String(id)));
  batch.storedAt.push(Number(stored));
  batch.records.push({
    organization,
    index,
    timestamp: Number(happened),
    receivedAt: Number(received),
    retentionDays: Number(days),
    level: String(level),
    source: String(source),
    id: String(eventId),
    body: String(body),
    attributes,
  });
  return attributes.reduce((sum, pair) => sum + pair[1].length, String(body).length);
}

const NODE_BITS = 16n;
const NODE_MASK = (1n << NODE_BITS) - 1n;

function toInsert(
  encoder: BlockEncoder,
  { records, ids, storedAt }: Batch,
  suffix: string,
): InsertBatch {
  const block = encoder.encodeStored({
    records,
    storedAt,
    sequences: ids.map((id) => Number(id >> NODE_BITS)),
    nodes: ids.map((id) => Number(id & NODE_MASK)),
  });
  const token = `migrate-${ids[0] ?? 0}-${ids.at(-1) ?? 0}-${ids.length}${suffix}`;
  return { token, blocks: [block], events: records.length, isRepeated: true };
}
