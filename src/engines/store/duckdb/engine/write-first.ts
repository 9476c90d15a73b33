/**
 * Answers that are written to disk completely before they are sent. Required for Parquet, whose footer locates
 * everything in the file. Done for JSON Lines in the background: the engine then creates the text on its own thread,
 * and the main thread stays free for inserts.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { PACKED_ROWS_HEADER } from '../../clickhouse/connection.ts';
import { FIRST } from '../../clickhouse/query-settings.ts';
import type { SelectTranslation } from '../dialect/translate.ts';
import type { WriteText } from './answer-forms.ts';
import { type Database, EXPORT_FOLDER } from './database.ts';
import { NO_ROOM, NumberedFault } from './faults.ts';
import { hasRoomFor } from './free-space.ts';
import { quoteText } from './quote-text.ts';
import { type EngineRequest, PACKING } from './read-request.ts';
import { leaveToEngine } from './run-beside.ts';
import { type AnswerColumn, bindValues, readColumns } from './run-select.ts';

type Statement = Pick<SelectTranslation, 'text' | 'values'>;

export interface FileOrder {
  readonly database: Pick<Database, 'keepThread'>;
  readonly folder: string;
  readonly format: FileFormat;
  /** The recipient accepts compressed content. */
  readonly isPacked: boolean;
  /** Runs in the background: leaves one processor to statements that someone waits for. */
  readonly isBehind: boolean;
  readonly isStopped: () => boolean;
}

type FileFormat = 'parquet' | 'json';
type FileForm = Pick<FileOrder, 'format' | 'isPacked' | 'isBehind'>;

/** The file format of an answer; undefined for an answer that is streamed. */
export function fileFormatOf({
  settings,
  mayPack,
}: Pick<EngineRequest, 'settings' | 'mayPack'>): FileForm | undefined {
  const isBehind = Number(settings.get('priority') ?? FIRST) > FIRST;
  switch (settings.get('default_format')) {
    case 'Parquet':
      return { format: 'parquet', isPacked: false, isBehind };
    case 'JSONEachRow':
      return isBehind ? { format: 'json', isPacked: mayPack, isBehind } : undefined;
    default:
      return undefined;
  }
}

/** Longest interval between checks of a file written in the background. */
const LOOK_MS_MAX = 50;
/** How often it is looked whether the disk has room for more of it. */
const ROOM_EVERY_MS = 1_000;

/** False where the engine cannot write the answer in this form: then nothing was sent. */
export async function writeFirst(
  connection: DuckDBConnection,
  statement: Statement,
  order: FileOrder,
  write: WriteText,
): Promise<boolean> {
  const answer = await inFormat(connection, statement, order);
  if (answer === undefined) return false;
  const exports = join(order.folder, EXPORT_FOLDER);
  mkdirSync(exports, { recursive: true, mode: 0o700 });
  const path = join(exports, randomUUID());
  try {
    const text = `COPY (${answer.text}) TO ${quoteText(path)} (${answer.options})`;
    const rows = await order.database.keepThread(() =>
      copy(connection, { text, values: statement.values }, order),
    );
    const head = order.isPacked ? { [PACKED_ROWS_HEADER]: String(rows) } : {};
    await send(path, order, (piece) => write(piece, head));
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

/** Pause after each piece of a background file. */
const REST_MS = 4;

/**
 * The recipient counts and compresses the pieces: at full speed that would take all processors from statements that
 * someone waits for.
 */
async function send(path: string, order: FileOrder, write: WriteText): Promise<void> {
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    if (order.isStopped()) throw new Error('The statement was stopped.');
    await write(piece);
    if (order.isBehind) await sleep(REST_MS);
  }
}

/** Resolves with the rows written. */
async function copy(
  connection: DuckDBConnection,
  { text, values }: Statement,
  { folder, isBehind, isStopped }: FileOrder,
): Promise<number> {
  let isFull = false;
  const timer = setInterval(() => {
    // Without room a checkpoint would end the engine.
    hasRoomFor(folder, 0).then(
      (hasRoom) => {
        isFull ||= !hasRoom;
        if (isFull) connection.interrupt();
      },
      () => {},
    );
  }, ROOM_EVERY_MS);
  const prepared = await connection.prepare(text);
  try {
    bindValues(prepared, values);
    const mayWait = (): boolean => isBehind && !isFull && !isStopped();
    return (await leaveToEngine(prepared, mayWait, LOOK_MS_MAX)).rowsChanged;
  } catch (error) {
    if (!isFull) throw error;
    throw new NumberedFault(NO_ROOM, 'Not enough disk space for the file.');
  } finally {
    clearInterval(timer);
    prepared.destroySync();
  }
}

interface FormattedAnswer {
  readonly text: string;
  readonly options: string;
}

async function inFormat(
  connection: DuckDBConnection,
  statement: Statement,
  { format, isPacked }: Pick<FileOrder, 'format' | 'isPacked'>,
): Promise<FormattedAnswer | undefined> {
  if (format === 'parquet') {
    return { text: statement.text, options: 'FORMAT parquet, COMPRESSION zstd' };
  }
  const columns = await readColumns(connection, statement);
  const values = columns.map((column, i) => jsonValue(column, `c${i}`));
  if (values.includes(undefined)) return undefined;
  const named = columns.map(({ name }, i) => `${values[i]} AS ${quoteName(name)}`);
  const names = columns.map((_, i) => `c${i}`);
  return {
    text: `SELECT ${named.join(', ')} FROM (${statement.text}) AS answer(${names.join(', ')})`,
    options: `FORMAT json, COMPRESSION ${isPacked ? PACKING : 'none'}`,
  };
}

const AS_IT_IS =
  /^(?:VARCHAR|BOOLEAN|U?(?:TINY|SMALL|BIG)INT|U?INTEGER|MAP\(VARCHAR, VARCHAR\)|VARCHAR\[\])$/;

/** A value as `read-vector.ts` has it; undefined where the engine's own idea of JSON is another. */
function jsonValue({ type }: AnswerColumn, column: string): string | undefined {
  if (AS_IT_IS.test(type)) return column;
  if (type === 'DOUBLE') return `CASE WHEN isfinite(${column}) THEN ${column} END`;
  if (type === 'TIMESTAMP_MS') return `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%gZ')`;
  return undefined;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
