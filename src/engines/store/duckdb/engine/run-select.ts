/** Runs a statement that reads, and hands its answer on, chunk by chunk. */
import {
  DuckDBTimestampMillisecondsValue,
  BIGINT,
  BOOLEAN,
  DOUBLE,
  LIST,
  listValue,
  StatementType,
  TIMESTAMP_MS,
  UBIGINT,
  UINTEGER,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { BoundValue, SelectTranslation } from '../dialect/translate.ts';
import { NumberedFault, TOO_MANY_ROWS } from './faults.ts';

export interface AnswerColumn {
  readonly name: string;
  readonly type: string;
}

/** Receives an answer while it arrives. */
export interface AnswerReader {
  columns(columns: readonly AnswerColumn[]): void;
  /** May wait until there is room for more. */
  chunk(chunk: DuckDBDataChunk): Promise<void>;
}

export interface SelectBounds {
  /** More rows are an error; 0 is no bound. */
  readonly rowsMax: number;
  readonly isStopped: () => boolean;
  /** Hands rows on before all are known. */
  readonly isStreamed: boolean;
}

type Statement = Pick<SelectTranslation, 'text' | 'values'>;

export async function runSelect(
  connection: DuckDBConnection,
  statement: Statement,
  bounds: SelectBounds,
  reader: AnswerReader,
): Promise<void> {
  if (bounds.isStreamed && (await streamRows(connection, statement, bounds, reader))) return;
  const prepared = await prepareSelect(connection, statement);
  try {
    if (!bounds.isStreamed) {
      await readRows(prepared, bounds, reader);
      return;
    }
    // For what it complains of.
    await prepared.run();
    throw new Error('The response interrupted.');
  } finally {
    prepared.destroySync();
  }
}

async function prepareSelect(
  connection: DuckDBConnection,
  { text, values }: Statement,
): Promise<DuckDBPreparedStatement> {
  const prepared = await connection.prepare(text);
  // What a connection may do is no property of it: a statement that changes something is not run.
  if (prepared.statementType !== StatementType.SELECT) throw new Error('A query changes nothing.');
  bindValues(prepared, values);
  return prepared;
}

async function readRows(
  prepared: DuckDBPreparedStatement,
  { rowsMax }: SelectBounds,
  reader: AnswerReader,
): Promise<void> {
  const result = await prepared.run();
  if (rowsMax > 0 && result.rowCount > rowsMax) throw tooManyRows();
  reader.columns(columnsOf(result));
  for (let i = 0; i < result.chunkCount; i++) await reader.chunk(result.getChunk(i));
}

function columnsOf(result: DuckDBResult): AnswerColumn[] {
  const types = result.columnTypes();
  return result.columnNames().map((name, i) => ({ name, type: String(types[i] ?? '') }));
}

/**
 * The driver does not tell the end of a stream from its failure. So a last row is added that only a whole answer
 * has. False where it is missing: then the statement is to be run once more for what it complains of.
 */
async function streamRows(
  connection: DuckDBConnection,
  { text, values }: Statement,
  { rowsMax, isStopped }: SelectBounds,
  reader: AnswerReader,
): Promise<boolean> {
  const columns = await readColumns(connection, { text, values });
  const names = columns.map((_, place) => `c${place}`);
  const nothing = names.map(() => 'NULL, ').join('');
  const ended = await prepareSelect(connection, {
    text: `SELECT *, FALSE FROM (${text}) AS answer(${names.join(', ')}) UNION ALL SELECT ${nothing} TRUE`,
    values,
  });
  let rows = 0;
  let isWhole = false;
  try {
    const result = await ended.stream();
    reader.columns(columns);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (isStopped()) throw new Error('The statement was stopped.');
      if (chunk === null || chunk.rowCount === 0) return isWhole;
      if (chunk.getColumnVector(names.length).getItem(chunk.rowCount - 1) === true) {
        isWhole = true;
        chunk.rowCount -= 1;
      }
      rows += chunk.rowCount;
      if (rowsMax > 0 && rows > rowsMax) throw tooManyRows();
      if (chunk.rowCount > 0) await reader.chunk(chunk);
    }
  } finally {
    ended.destroySync();
  }
}

/** Before its first row: what depends on values is known only once they are bound. */
export async function readColumns(
  connection: DuckDBConnection,
  { text, values }: Statement,
): Promise<AnswerColumn[]> {
  const prepared = await prepareSelect(connection, {
    text: `SELECT * FROM (${text}) LIMIT 0`,
    values,
  });
  const result = await prepared.run();
  prepared.destroySync();
  return columnsOf(result);
}

function tooManyRows(): NumberedFault {
  return new NumberedFault(TOO_MANY_ROWS, 'The result has too many rows.');
}

export function bindValues(
  prepared: DuckDBPreparedStatement,
  values: ReadonlyMap<string, BoundValue>,
): void {
  for (const [name, bound] of values) {
    const [value, type] = engineValue(bound);
    prepared.bindValue(prepared.parameterIndex(name), value, type);
  }
}

function engineValue(bound: BoundValue): [DuckDBValue, DuckDBType] {
  switch (bound.type) {
    case 'VARCHAR':
      return [bound.value, VARCHAR];
    case 'TIMESTAMP_MS':
      return [new DuckDBTimestampMillisecondsValue(BigInt(bound.value)), TIMESTAMP_MS];
    case 'UINTEGER':
      return [bound.value, UINTEGER];
    case 'DOUBLE':
      return [bound.value, DOUBLE];
    case 'UBIGINT':
      return [bound.value, UBIGINT];
    case 'BIGINT':
      return [bound.value, BIGINT];
    case 'BOOLEAN':
      return [bound.value, BOOLEAN];
    case 'VARCHAR[]':
      return [listValue(bound.value), LIST(VARCHAR)];
    case 'UBIGINT[]':
      return [listValue(bound.value), LIST(UBIGINT)];
    case 'DOUBLE[]':
      return [listValue(bound.value), LIST(DOUBLE)];
  }
}
