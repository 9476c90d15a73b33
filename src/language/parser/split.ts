/** What `chart` and `timechart` share: a field whose values become columns. */
import { LIMITS } from '../../spec/limits.ts';
import type { SeriesFilter, SplitOptions } from '../tree/aggregation.ts';
import { expectKeyword, readText } from './arguments.ts';
import { BOOLEAN, SERIES_LIMIT, TEXT } from './option-kinds.ts';
import type { OptionTable } from './options.ts';
import { expecting, fail, failUnexpected, peek, take, textOf, type Parser } from './state.ts';

export const SPLIT_OPTIONS: OptionTable<SplitOptions> = {
  limit: {
    kind: SERIES_LIMIT,
    default: { count: LIMITS.query.seriesDefault, end: 'top' },
    summary: 'Number of series to keep: the largest, or the smallest with `bottom5`. 0: no limit.',
  },
  useother: { kind: BOOLEAN, default: true, summary: 'Combines all other series into one.' },
  usenull: {
    kind: BOOLEAN,
    default: true,
    summary: 'Adds a series for rows without the field.',
  },
  otherstr: { kind: TEXT, default: 'OTHER', summary: 'Name of the series for all other values.' },
  nullstr: { kind: TEXT, default: 'NULL', summary: 'Name of the series for missing values.' },
};

/** `WHERE sum IN top5`, `WHERE max > 100`. */
export function readSeriesFilter(parser: Parser): SeriesFilter {
  expectKeyword(parser, 'WHERE');
  const { value } = readText(parser, 'an aggregation such as `sum` or `max`');
  const aggregate = value.toLowerCase();
  if (!/^(?:sum|max|min|avg|count)$/.test(aggregate)) {
    const place = { start: parser.lastEnd - value.length, end: parser.lastEnd };
    fail(
      parser,
      'unknown-function',
      place,
      'The WHERE clause of a chart requires sum, max, min, avg or count.',
      {
        expected: ['`sum`', '`max`', '`min`', '`avg`', '`count`'],
      },
    );
  }
  for (const symbol of ['<', '>']) expecting(parser, { kind: 'symbol', symbol });
  for (const word of ['IN', 'NOTIN']) expecting(parser, { kind: 'keyword', word });
  const token = peek(parser, 'argument');
  const text = textOf(parser, token).toLowerCase();
  if (text === '<' || text === '>') {
    take(parser, token, 'operator');
    return { kind: 'threshold', aggregate, operator: text, value: readThreshold(parser) };
  }
  if (text !== 'in' && text !== 'notin') failUnexpected(parser, token);
  take(parser, token, 'keyword');
  return { kind: 'rank', aggregate, keep: text === 'in', ...readRank(parser) };
}

function readThreshold(parser: Parser): number {
  const text = readText(parser, 'a number');
  const value = Number(text.value);
  if (text.value.trim() !== '' && Number.isFinite(value)) return value;
  fail(parser, 'invalid-value', text, 'Expected a number.', { expected: ['a number'] });
}

function readRank(parser: Parser): { end: 'top' | 'bottom'; count: number } {
  const text = readText(parser, '`top5` or `bottom5`');
  const match = /^(top|bottom)(\d{1,4})$/i.exec(text.value);
  if (match === null) {
    fail(parser, 'invalid-value', text, 'Write `top5` or `bottom5`.', {
      expected: ['`top5`', '`bottom5`'],
    });
  }
  return { end: match[1]?.toLowerCase() === 'top' ? 'top' : 'bottom', count: Number(match[2]) };
}
