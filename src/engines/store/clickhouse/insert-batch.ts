/**
 * Stores each row of a batch exactly once, even after an interruption. The engine records the token of a batch just
 * before its rows are in place: if killed in between, it takes every retry for a duplicate, although it has none of the
 * rows. So if a batch may have been sent before, its rows are looked up, and missing ones are sent under additional
 * tokens.
 */
import { COLUMNS, STORED_AT_COLUMN } from '../schema/columns.ts';
import type { SentTable } from '../sent-table.ts';
import type { InsertBatch } from '../store.ts';
import type { Connection, EngineRequest } from './connection.ts';
import { NodeUnreachable } from './connection.ts';
import { insertError } from './engine-errors.ts';
import { onAnyNode } from './nodes.ts';
import type { StoreAccess } from './nodes.ts';
import { insertSettings, querySettings, SILENCE_GRACE_MS } from './query-settings.ts';

export async function insertBatch(access: StoreAccess, batch: InsertBatch): Promise<void> {
  const { nodes, turn } = access;
  const insert = insertRequest(access, batch.token, batch.blocks);
  let isRepeated = batch.isRepeated === true;
  await onAnyNode(nodes, turn, insertError, async (connection) => {
    if (!isRepeated) {
      isRepeated = true;
      if (await isSent(connection, insert)) return;
    }
    // With replicas the token and the rows are written down together.
    if (nodes.isReplicated) await connection.read(insert);
    else await insertAgain(access, connection, batch);
  });
}

/** False if the outcome is unknown. */
async function isSent(connection: Connection, insert: EngineRequest): Promise<boolean> {
  try {
    await connection.read({ ...insert, isSentOnce: true });
    return true;
  } catch (error) {
    if (error instanceof NodeUnreachable) return false;
    throw error;
  }
}

/** Each crash at the wrong moment takes one further token. */
const TOKENS_MAX = 10;

async function insertAgain(
  access: StoreAccess,
  connection: Connection,
  { token, blocks }: InsertBatch,
): Promise<void> {
  const tables = new Map([['batch', tableOf(blocks)]]);
  const missingRows = `SELECT ${namesOf(blocks)} ${MISSING} ORDER BY row_id FORMAT Native`;
  const look = (text: string): Promise<Buffer> =>
    connection.read({ ...lookRequest(access), text, tables });
  for (let attempt = 0; attempt <= TOKENS_MAX; attempt++) {
    if (Number(await look(`SELECT count() ${MISSING} FORMAT TSV`)) === 0) return;
    // An earlier attempt may still be under way: as long as it can be, only its own token tells.
    const request =
      attempt === 0
        ? insertRequest(access, token, blocks)
        : insertRequest(access, `${token}.${attempt}`, [await look(missingRows)]);
    await connection.read(request);
  }
  throw new Error('The log store does not keep the rows of a batch.');
}

type Column = readonly [name: string, type: string];

/**
 * A block starts with the number of its columns: rows of another store have one more. All blocks of a batch have the
 * same columns.
 */
function columnsOf([block]: readonly Uint8Array[]): readonly Column[] {
  return block?.[0] === COLUMNS.length + 1 ? [...COLUMNS, STORED_AT_COLUMN] : COLUMNS;
}

function namesOf(blocks: readonly Uint8Array[]): string {
  return columnsOf(blocks)
    .map(([name]) => name)
    .join(', ');
}

/**
 * Rows of the batch that are missing from the table. Rows deleted since count as present, and expired rows do not count
 * as missing. The bounds let the store skip other parts and granules.
 */
const MISSING = `FROM batch
WHERE timestamp + toIntervalDay(retention_days) > now64(3, 'UTC') AND row_id NOT IN (
  SELECT row_id FROM logs
  WHERE organization IN (SELECT organization FROM batch)
    AND timestamp BETWEEN (SELECT min(timestamp) FROM batch) AND (SELECT max(timestamp) FROM batch)
    AND received_at BETWEEN (SELECT min(received_at) FROM batch) AND (SELECT max(received_at) FROM batch)
    AND row_id IN (SELECT row_id FROM batch))`;

function tableOf(blocks: readonly Uint8Array[]): SentTable {
  const structure = columnsOf(blocks)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
  return { structure, format: 'Native', bytes: Buffer.concat(blocks) };
}

function insertRequest(
  { nodes: { database }, limits }: StoreAccess,
  token: string,
  data: readonly Uint8Array[],
): EngineRequest {
  return {
    purpose: 'insert',
    // Named, since the store adds when it took the rows.
    text: `INSERT INTO logs (${namesOf(data)}) FORMAT Native`,
    data,
    database,
    settings: insertSettings(limits, token),
    silenceMsMax: limits.store.insertTimeoutMs + SILENCE_GRACE_MS,
  };
}

function lookRequest({ nodes: { database }, limits }: StoreAccess): Omit<EngineRequest, 'text'> {
  const timeoutMs = limits.store.insertTimeoutMs;
  const settings = querySettings(limits, { timeoutMs, resultRowsMax: 0, scanRowsMax: 0 });
  return {
    purpose: 'insert',
    database,
    settings: { ...settings, apply_deleted_mask: 0 },
    silenceMsMax: timeoutMs + SILENCE_GRACE_MS,
  };
}
