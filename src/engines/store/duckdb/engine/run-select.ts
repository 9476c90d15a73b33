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
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { BoundValue, SelectTranslation } from '../dialect/translate.ts';
import { NumberedFault, TOO_MANY_ROWS } from './faults.ts';

export interface AnswerColumn {
  readonly name: string;
  readonly type: string;
}

/** What is told about an answer while it comes. */
export interface AnswerReader {
  columns(columns: readonly AnswerColumn[]): void;
  /** May wait until there is room for more. */
  chunk(chunk: DuckDBDataChunk): Promise<void>;
}

export interface SelectBounds {
  /** More rows are an error; 0 is no bound. */
  readonly rowsMax: number;
  readonly isStopped: () => boolean;
}

/** Returns the number of rows. */
export async function runSelect(
  connection: DuckDBConnection,
  { text, values }: Pick<SelectTranslation, 'text' | 'values'>,
  bounds: SelectBounds,
  reader: AnswerReader,
): Promise<number> {
  const prepared = await connection.prepare(text);
  try {
    // What a connection may do is no property of it: a statement that changes something is not run.
    if (prepared.statementType !== StatementType.SELECT) {
      throw new Error('A query changes nothing.');
    }
    bindValues(prepared, values);
    const result = await prepared.stream();
    const names = result.columnNames();
    const types = result.columnTypes();
    reader.columns(names.map((name, i) => ({ name, type: String(types[i] ?? '') })));
    let rows = 0;
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return rows;
      rows += chunk.rowCount;
      if (bounds.rowsMax > 0 && rows > bounds.rowsMax) {
        throw new NumberedFault(TOO_MANY_ROWS, 'The answer has too many rows.');
      }
      await reader.chunk(chunk);
      if (bounds.isStopped()) throw new Error('The statement was stopped.');
    }
  } finally {
    prepared.destroySync();
  }
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
