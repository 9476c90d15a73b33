/** outputlookup: the rows of a search become the content of a table, or part of it. */
import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { QueryAnswer } from '../../../engines/store/store.ts';
import type { OutputlookupStage } from '../../../language/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import { type Asking, readInPieces } from '../ask-store.ts';
import { type LookupWrite, refuse } from '../compile/context.ts';
import { type AnswerPlan, readRows } from '../compile/write-answer.ts';
import { contentProblem } from './check-content.ts';
import { columnOf, type LookupContent, rowsOfContent } from './content.ts';
import type { LookupTables } from './lookup-tables.ts';

export interface WriteNeeds {
  readonly lookups: Pick<LookupTables, 'open' | 'keep'>;
  readonly limits: Limits;
}

/** Reading stops where no table could hold the rows; they take more space in the store than in a table. */
const ROOM_FACTOR = 4;

export async function writeRows(
  needs: WriteNeeds,
  actor: Actor,
  asking: Asking,
  { stage, plan }: LookupWrite,
): Promise<void> {
  const { rowsMax, contentBytesMax, writeAttemptsMax } = needs.limits.lookups;
  const answer = await readInPieces(asking, plan.statement, {
    resultRowsMax: rowsMax + 1,
    settings: { max_result_bytes: contentBytesMax * ROOM_FACTOR },
  });
  if (answer.rowCount > rowsMax) {
    throw refuse(stage, `Too many rows for a lookup table (maximum ${rowsMax}).`);
  }
  const rows = contentOf(plan, answer, rowsMax);
  for (let attempt = 1; ; attempt++) {
    try {
      return await keepRows(needs, actor, stage, rows);
    } catch (error) {
      const isOvertaken = error instanceof AppError && error.code === 'CONFLICT';
      if (!isOvertaken || attempt >= writeAttemptsMax) throw error;
    }
  }
}

async function keepRows(
  { lookups, limits }: WriteNeeds,
  actor: Actor,
  stage: OutputlookupStage,
  rows: LookupContent,
): Promise<void> {
  const { append, override_if_empty: isEmptied, key_field: key } = stage.options;
  const before = await lookups.open(actor.organization, stage.table);
  const isEmpty = rowsOfContent(rows) === 0;
  if (isEmpty && (append || key !== undefined || !isEmptied)) return;
  if (key !== undefined && !rows.columns.includes(key)) {
    throw refuse(stage, `The results have no field “${key}”.`);
  }
  // A table that is emptied keeps its columns.
  const columns = isEmpty && before !== undefined ? before.columns : rows.columns;
  if (columns.length === 0) return;
  const old = before?.content ?? { columns: [], lists: [] };
  const content = isEmpty
    ? { columns, lists: columns.map(() => []) }
    : key !== undefined
      ? joined(without(old, key, rows), rows)
      : append
        ? joined(old, rows)
        : rows;
  const problem = contentProblem(limits.lookups, content);
  if (problem !== undefined) {
    throw refuse(stage, `${problem} Choose fields with \`table\`, or fewer rows.`);
  }
  const isWhole = !append && key === undefined;
  const seen = isWhole ? 'anything' : (before?.seen ?? 'nothing');
  await lookups.keep(actor, stage.table, content, { seen, origin: 'search' });
}

function contentOf(plan: AnswerPlan, answer: QueryAnswer, rowsMax: number): LookupContent {
  const { columns, rows } = readRows(plan, answer, rowsMax);
  const names = columns.map(({ name }) => name);
  return { columns: names, lists: names.map((name) => rows.map((row) => cellOf(row[name]))) };
}

/** NUL separates values, so it can't be part of one. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** The rows whose key none of the new rows has. */
function without(old: LookupContent, key: string, rows: LookupContent): LookupContent {
  const replaced = new Set(columnOf(rows, key));
  const keys = columnOf(old, key);
  if (keys === undefined) return old;
  const lists = old.lists.map((list) => list.filter((_, i) => !replaced.has(keys[i] ?? '')));
  return { columns: old.columns, lists };
}

function joined(first: LookupContent, second: LookupContent): LookupContent {
  const columns = [...new Set([...first.columns, ...second.columns])];
  const listOf = (content: LookupContent, name: string): readonly string[] =>
    columnOf(content, name) ?? Array.from({ length: rowsOfContent(content) }, () => '');
  return {
    columns,
    lists: columns.map((name) => [...listOf(first, name), ...listOf(second, name)]),
  };
}
