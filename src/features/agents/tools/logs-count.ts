import { search } from '../../../contract/search.ts';
import { printName } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { cell, type Row, share, timeCells } from './cells.ts';
import { incompleteBecause, type ReadQuery, readQuery } from './read-range.ts';
import type { RunTool } from './tool.ts';

/** Counts that the store makes: an agent never has to guess a trend from a sample. */
export const logsCount: RunTool<'logs_count'> = async (caller, input) => {
  const read = await readQuery(caller, input);
  const by = [...new Set(input.by ?? [])];
  const span = input.buckets === 0 ? undefined : spanOf(read, input.buckets);
  const counted = [
    input.query,
    // Events without the field count too: the groups cover everything that the query matches.
    ...(by.length === 0 ? [] : [`fillnull value="" ${by.map(printName).join(' ')}`]),
    ...(span === undefined
      ? [
          `stats count${by.length === 0 ? '' : ` by ${by.map(printName).join(', ')}`}`,
          `sort ${ROWS_MAX} -count`,
        ]
      : by.length === 0
        ? [`timechart span=${span}s count`]
        : [
            `bin _time span=${span}s`,
            `stats count by _time, ${by.map(printName).join(', ')}`,
            `sort ${ROWS_MAX} _time`,
          ]),
  ].join(' | ');
  const { data } = await caller.call(search, {
    query: { query: counted, ...read.bounds, limit: ROWS_MAX },
  });
  const incomplete = await incompleteBecause(caller, read);
  const rows = data.rows as Row[];
  const total = rows.reduce((sum, row) => sum + Number(row['count']), 0);
  const isAll = rows.length < ROWS_MAX;
  const next = total === 0 ? 'a wider range, or describe' : 'logs_patterns for what they say';
  const head = (): string => `${isAll ? '' : 'at least '}${total} events, ${read.range}`;
  if (span === undefined && by.length === 0) return { head, tables: [], incomplete, next };
  if (span === undefined) {
    const shown = rows.slice(0, LIMITS.agents.valuesMax);
    return {
      head,
      tables: [
        {
          columns: [...by, 'count', 'share'],
          rows: shown.map((row) => [
            ...by.map((name) => cell(row[name])),
            cell(row['count']),
            share(Number(row['count']), total),
          ]),
        },
      ],
      cut: rows.length > shown.length ? ['rows'] : [],
      incomplete,
      next,
    };
  }
  const times = timeCells(rows.map((row) => row['_time']));
  return {
    head: () => `${head()}, buckets of ${span} s`,
    tables: [
      {
        columns: ['time', ...by, 'count'],
        rows: rows.map((row, at) => [
          times[at] ?? '',
          ...by.map((name) => cell(row[name])),
          cell(row['count']),
        ]),
      },
    ],
    cut: isAll ? [] : ['rows'],
    incomplete,
    next,
  };
};

/** More groups than these are no overview. */
const ROWS_MAX = 1_000;

/** Whole seconds, so that there are at most as many buckets as requested. */
function spanOf({ from, to }: ReadQuery, buckets: number): number {
  const [first, last] = [from / SECOND_MS, to / SECOND_MS];
  let span = Math.max(1, Math.ceil((last - first) / buckets));
  // They begin at whole multiples, so the range can touch one more.
  const isOver = (): boolean => Math.ceil(last / span) - Math.floor(first / span) > buckets;
  while (isOver() && span < last - first) span += 1;
  return span;
}
