import { pipeline } from 'node:stream';
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { allAttributes } from '../../../engines/store/log-fields.ts';
import { identifier, join, sql, strings, type Sql } from '../../../engines/store/sql.ts';
import type { ExportFormat, LogStore } from '../../../engines/store/store.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import { escapeCsv } from '../../../http/escape-csv.ts';
import { MB } from '../../../spec/units.ts';
import type { Relation } from '../compile/relation.ts';
import { type AnswerPlan, planAnswer } from '../compile/write-answer.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { takeSlot } from '../take-slot.ts';
import { countRows, type CountedFile } from './count-rows.ts';

export interface ExportNeeds extends SearchNeeds {
  readonly store: Pick<LogStore, 'query' | 'stream' | 'health' | 'export'>;
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
}

export interface ExportInput {
  readonly query?: string;
  readonly earliest?: string;
  readonly latest?: string;
  readonly timeZone?: string;
  readonly format?: ExportFormat;
  /** CSV cells as they are, also those that a spreadsheet would run. */
  readonly raw?: boolean;
}

export interface ExportedFile extends CountedFile {
  /** A part of the query was cut, such as a subsearch; the file itself never is. */
  readonly isTruncated: boolean;
}

/** The whole result as a file that is still being written. Destroying its stream stops the store. */
export async function exportLogs(
  needs: ExportNeeds,
  actor: Actor,
  input: ExportInput,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const { query, format = 'jsonl' } = input;
  const slot = await takeSlot(needs, actor.organization, {
    name: 'export',
    slots: needs.limits.logExports.perOrganizationMax,
    holdMsMax: needs.limits.store.exportTimeoutMs,
  });
  const file = countRows(format);
  file.stream.once('close', () => void slot.release());
  try {
    const { relation, range, limits } = await prepareSearch(needs, actor, input, signal);
    const statement = fileStatement(relation, format);
    const settings = { max_bytes_before_external_sort: SORTED_IN_MEMORY_BYTES };
    const source = await needs.store.export(statement, format, { signal, settings });
    // A break on either side ends both; whoever reads the file sees it.
    if (format === 'csv' && input.raw !== true) {
      pipeline(source, escapeCsv(), file.stream, () => {});
    } else pipeline(source, file.stream, () => {});
    await needs.metadata.transaction((unit) => {
      const bounds = { earliest: isoTime(range.from), latest: isoTime(range.to) };
      const details = { query: query ?? '*', format, ...bounds };
      const event = { action: 'log.exported', resource: 'logs', details } as const;
      return recordAudit(unit, actor, event, needs.clock.now());
    });
    return { ...file, isTruncated: limits.length > 0 };
  } catch (error) {
    file.stream.destroy();
    throw error;
  }
}

/** More than this goes to the disk of the store while it is sorted. */
const SORTED_IN_MEMORY_BYTES = 512 * MB;
/** The largest number a statement can name. */
const ROWS_MAX = 0xffff_ffff;

/**
 * Columns get their names around the statement that makes them: inside, a name of a user could be mistaken
 * for a column of the table.
 */
function fileStatement(relation: Relation, format: ExportFormat): Sql {
  let aliases = 0;
  const plan = planAnswer({ newAlias: () => `x${(aliases += 1)}` }, relation, ROWS_MAX);
  const columns = plan.columns.map(
    ({ alias, name }) => sql`${identifier(alias)} AS ${identifier(name === '' ? '_' : name)}`,
  );
  const others = otherColumn(plan, format);
  if (others !== undefined) columns.push(others);
  return sql`SELECT ${join(columns, ', ')} FROM (${plan.statement})`;
}

function otherColumn({ columns, others }: AnswerPlan, format: ExportFormat): Sql | undefined {
  if (others === undefined) return undefined;
  const all = others.alias === undefined ? allAttributes() : identifier(others.alias);
  const hidden = [...others.removed, ...columns.map(({ name }) => name)];
  const left = sql`mapFilter((k, v) -> NOT has(${strings(hidden)}, k), ${all})`;
  const isTaken = columns.some(({ name }) => name === 'attributes');
  const name = identifier(isTaken ? '_attributes' : 'attributes');
  return format === 'csv' ? sql`toJSONString(${left}) AS ${name}` : sql`${left} AS ${name}`;
}
