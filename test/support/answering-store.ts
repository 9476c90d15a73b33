/** What a search needs, with a store that gives rows of the test and remembers what it was asked. */
import { bind } from '../../src/engines/store/sql.ts';
import type { LogStore } from '../../src/engines/store/store.ts';
import type { SearchNeeds } from '../../src/flow/search/index.ts';
import { needsWithoutStore } from './needs-without-store.ts';

export interface AskedStatement {
  readonly text: string;
  /** Of its parameters, in their order. */
  readonly values: readonly string[];
  readonly timeoutMs: number;
}

/** The cells of a row in the order of its columns: what rows are grouped by stands first. */
export type Cells = readonly unknown[];

/** `answer` is told the statement and how many there were with it; it may throw instead. */
export function answeringStore(
  setting: Parameters<typeof needsWithoutStore>[0],
  answer: (asked: AskedStatement, count: number) => readonly Cells[],
): { readonly search: SearchNeeds; readonly asked: readonly AskedStatement[] } {
  const asked: AskedStatement[] = [];
  const query: LogStore['query'] = async (statement, options) => {
    const { text, parameters } = bind(statement);
    const values = [...parameters.values()].map(String);
    const one = { text, values, timeoutMs: options?.timeoutMs ?? Infinity };
    asked.push(one);
    const rows = answer(one, asked.length);
    const [selected = ''] = text.split(' FROM ');
    const names = [...selected.matchAll(/ AS `(\w+)`/g)].map(([, name]) => name);
    const columns = names.map((name, at) => ({ name, values: rows.map((row) => row[at]) }));
    const statistics = { rowsRead: 0, bytesRead: 0, elapsedMs: 0 };
    return { queryId: 'q', columns: columns as never, rowCount: rows.length, statistics };
  };
  const search = { ...needsWithoutStore(setting), store: { query } };
  return { search: search as unknown as SearchNeeds, asked };
}
