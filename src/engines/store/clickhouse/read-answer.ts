import assert from 'node:assert/strict';
import type { QueryAnswer } from '../store.ts';

/** The fastest format to write there and to parse here: a list of values per column, with their types. */
export const ANSWER_FORMAT = 'JSONColumnsWithMetadata';

export function readAnswer(queryId: string, json: Buffer): QueryAnswer {
  const { meta, data, rows, statistics } = parse(json);
  return {
    queryId,
    columns: meta.map(({ name, type }) => {
      // An answer without rows names its columns, but has no lists for them.
      const values = data[name] ?? [];
      assert(values.length === rows, 'every column of an answer has its own name');
      return { name, type, values };
    }),
    rowCount: rows,
    statistics: {
      rowsRead: statistics.rows_read,
      bytesRead: statistics.bytes_read,
      elapsedMs: statistics.elapsed * 1000,
    },
  };
}

interface WireAnswer {
  readonly meta: readonly { readonly name: string; readonly type: string }[];
  readonly data: Readonly<Record<string, readonly unknown[]>>;
  readonly rows: number;
  readonly statistics: {
    readonly elapsed: number;
    readonly rows_read: number;
    readonly bytes_read: number;
  };
}

/** The only place where the store's output is trusted to have the declared format. */
function parse(json: Buffer): WireAnswer {
  return JSON.parse(json.toString()) as WireAnswer;
}
