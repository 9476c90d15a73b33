/** Files written by the platform: events in archive order, or the result of a query. */
import type { Actor } from '../../../base/actor.ts';
import { column, sql, string } from '../../../engines/store/sql.ts';
import type {
  ExportedFile,
  ExportFormat,
  ExportPacking,
  LogStore,
} from '../../../engines/store/store.ts';
import { AUDIT_INDEX } from '../../../spec/audit.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { refuseTooLarge } from '../ask-store.ts';
import { EVENT_ID, type Relation } from '../compile/relation.ts';
import type { Value } from '../compile/value.ts';
import {
  type FileStatement,
  fileStatement,
  SORTED_IN_MEMORY_BYTES,
} from '../export/file-statement.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchInput } from '../search-input.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { untilListsAreRead } from '../until-lists-are-read.ts';
import { compileTree, type TreeSearch } from './compile-tree.ts';

export interface FileNeeds extends SearchNeeds {
  readonly store: SearchNeeds['store'] & Pick<LogStore, 'export'>;
}

/** How a file is written. */
export interface FileForm {
  readonly format: ExportFormat;
  readonly mayPack?: ExportPacking | undefined;
}

export interface TreeFile extends ExportedFile {
  readonly columns: readonly string[];
}

/**
 * The events of a row-by-row tree, ordered by index, time and ID. Time, ID, index and ingest time are always among the
 * columns.
 */
export async function exportTree(
  needs: FileNeeds,
  actor: Actor,
  search: TreeSearch,
  form: FileForm,
  signal: AbortSignal,
): Promise<TreeFile> {
  const { relation, limits } = await compileTree(needs, actor, search, signal);
  const [cut] = limits;
  if (!relation.hasBase || cut !== undefined) throw new Error('only whole events are archived');
  return writeFile(needs, fileStatement(archived(relation), form.format), form, signal);
}

/** The result of any query as of `now`. */
export async function exportAnswer(
  needs: FileNeeds,
  actor: Actor,
  input: SearchInput & { readonly now: number },
  form: FileForm,
  signal: AbortSignal,
): Promise<TreeFile> {
  const { now, ...search } = input;
  const then = { ...needs, clock: { now: () => now } };
  return untilListsAreRead(then, async (own) => {
    const { relation } = await prepareSearch(own, actor, search, signal);
    return writeFile(needs, fileStatement(relation, form.format), form, signal);
  });
}

/** Background statements yield to interactive ones. */
const LOW_PRIORITY = 10;
const THREADS = 1;

async function writeFile(
  { store }: Pick<FileNeeds, 'store'>,
  { statement, columns }: FileStatement,
  { format, mayPack }: FileForm,
  signal: AbortSignal,
): Promise<TreeFile> {
  refuseTooLarge(statement);
  const { statementMsMax: timeoutMs, statementBytesMax: memoryBytesMax } = LIMITS.exports;
  const settings = {
    max_bytes_before_external_sort: SORTED_IN_MEMORY_BYTES,
    max_threads: THREADS,
    priority: LOW_PRIORITY,
  };
  const options = { signal, timeoutMs, memoryBytesMax, settings, mayPack };
  return { ...(await store.export(statement, format, options)), columns };
}

const ALWAYS: readonly (readonly [string, Value])[] = [
  ['_time', { kind: 'time', sql: column('timestamp'), isBase: true }],
  ['_id', EVENT_ID],
  ['_index', { kind: 'text', sql: column('index_name'), isBase: true }],
  ['_indextime', { kind: 'time', sql: column('stored_at'), isBase: true }],
];

/** With these and its details an entry of the audit log can be verified without this server. */
const CHAINED: readonly (readonly [string, Value])[] = ['seq', 'hash', 'previous_hash'].map(
  (name) => [name, { kind: 'text', sql: sql`attributes[${string(name)}]`, isBase: true }],
);

function archived(relation: Relation): Relation {
  const names = new Set(ALWAYS.map(([name]) => name));
  const { from } = relation;
  const isAudit = from.kind === 'logs' && from.scope.indexes.join() === AUDIT_INDEX;
  const chained = isAudit ? CHAINED.filter(([name]) => !relation.fields.has(name)) : [];
  const chosen = [...relation.fields].filter(([name]) => !names.has(name));
  return {
    ...relation,
    fields: new Map([...ALWAYS, ...chosen, ...chained]),
    order: [
      { sql: column('index_name'), isDescending: false, isBase: true },
      { sql: column('timestamp'), isDescending: false, isBase: true },
      { sql: column('row_id'), isDescending: false, isBase: true },
    ],
  };
}
