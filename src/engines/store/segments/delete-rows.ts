/** Deletes rows part by part: the reader finds the rows, and the part is rewritten without them. */
import { randomUUID } from 'node:crypto';
import type { Limits } from '../../../spec/limits.ts';
import { type Connection, EngineRefusal } from '../clickhouse/connection.ts';
import { queryError } from '../clickhouse/engine-errors.ts';
import { onAnyNode } from '../clickhouse/nodes.ts';
import { commandSettings, SILENCE_GRACE_MS } from '../clickhouse/query-settings.ts';
import type { DeleteTranslation, StatementText } from '../duckdb/dialect/translate.ts';
import { NumberedFault } from '../duckdb/engine/faults.ts';
import { bind, type BoundSql, type Sql } from '../sql.ts';
import type { CommandOptions } from '../store.ts';
import type { PartSummary } from './part-jobs.ts';
import type { Parts } from './parts.ts';
import { chooseGroups, columnsWith, filesOf, retentionOf } from './reader/plan-reads.ts';
import { packPlan } from './reader/reader-plan.ts';
import type { Translating } from './reader/translating.ts';

interface DeleteNeeds {
  readonly limits: Limits;
  readonly parts: Parts;
  readonly reader: Connection;
  readonly translating: Translating;
  readonly remove: (part: PartSummary, rows: Uint32Array) => Promise<void>;
}

export async function deleteRows(
  needs: DeleteNeeds,
  statement: Sql,
  options: CommandOptions,
): Promise<void> {
  const { parts } = needs;
  const bound = bind(statement);
  const sentTables = new Set(bound.tables.keys());
  const translation = await translateDelete({ ...bound, sentTables }, needs.translating);
  const chosen = new Set(chooseGroups(parts.all(), translation.read).map(({ part }) => part));
  const timeoutMs = options.timeoutMs ?? needs.limits.store.commandTimeoutMs;
  for (const part of chosen) {
    options.signal?.throwIfAborted();
    const rows = await findRows(needs, part, translation, bound, timeoutMs);
    if (rows.length > 0) await needs.remove(part, rows).catch(ofPart);
  }
}

/** Of a part that cannot be written again. */
function ofPart(error: unknown): never {
  throw error instanceof NumberedFault
    ? queryError({ code: error.code, text: error.message })
    : error;
}

/** Their positions in the file. */
async function findRows(
  { parts, reader }: DeleteNeeds,
  part: PartSummary,
  { text, values, read }: DeleteTranslation,
  { tables }: BoundSql,
  timeoutMs: number,
): Promise<Uint32Array> {
  const rows = filesOf(parts.folder, [part], ', file_row_number = true');
  const days = retentionOf(chooseGroups([part], read), parts.retentions.all());
  const columns = `${columnsWith(days)}, file_row_number`;
  const found = `SELECT file_row_number AS place FROM (SELECT ${columns} FROM ${rows}) AS logs WHERE ${text}`;
  const plan = packPlan({
    kind: 'select',
    parts: [part.name],
    statements: [{ text: found, values }],
    rowsMax: 0,
    rowsRead: part.rows,
    bytesRead: part.bytes,
  });
  const request = {
    text: plan,
    tables,
    queryId: randomUUID(),
    settings: commandSettings(timeoutMs),
    silenceMsMax: timeoutMs + SILENCE_GRACE_MS,
  };
  const nodes = { connections: [reader] } as const;
  const answer = await onAnyNode(
    nodes,
    () => 0,
    queryError,
    (node) => node.read(request),
  );
  // Our own process wrote it.
  const { data } = JSON.parse(answer.toString()) as { data: { place: number[] } };
  return Uint32Array.from(data.place);
}

async function translateDelete(
  statement: StatementText,
  translating: Translating,
): Promise<DeleteTranslation> {
  try {
    const { translation } = await translating.translate(statement);
    if (translation.kind === 'delete') return translation;
  } catch (error) {
    throw error instanceof EngineRefusal ? queryError(error.fault) : error;
  }
  throw new Error('A command deletes rows.');
}
