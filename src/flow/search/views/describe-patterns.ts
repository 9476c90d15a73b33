/** Statistics of each pattern in a range: count, times, level, and whether it is new. */
import { isoTime } from '../../../base/clock.ts';
import type { PatternList } from '../../../contract/search-views.ts';
import type { MinedRows } from '../../../engines/mining/mining.ts';

export interface Line {
  readonly text: string;
  readonly at: number;
  readonly id: string;
  readonly level: string;
}

export interface MinedLines {
  /** Of the range. */
  readonly lines: readonly Line[];
  /** Number of matching lines in the previous period; undefined if it wasn't read. */
  readonly before: number | undefined;
  readonly mined: MinedRows;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Described {
  rows: number[];
  count: number;
  first: number;
  last: number;
  readonly levels: Map<string, number>;
  readonly series: number[];
  isOld: boolean;
}

/** Points of the sparkline. */
const SERIES_POINTS = 24;

/** Those of the range, the most frequent first. */
export function describePatterns(
  { lines, before, mined }: MinedLines,
  range: Range,
  matched: number,
  samplesMax: number,
): PatternList['patterns'] {
  const described = describeEach(lines, mined, range, samplesMax);
  return mined.patterns
    .flatMap(({ id, template }, i) => {
      const each = described[i];
      return each === undefined || each.count === 0 ? [] : [{ id, template, each }];
    })
    .toSorted((a, b) => b.each.count - a.each.count)
    .map(({ id, template, each }) => {
      const share = each.count / lines.length;
      return {
        id,
        template,
        severity: usualLevel(each.levels),
        count: each.count,
        share,
        estimate: Math.round(share * Math.max(matched, lines.length)),
        firstSeen: isoTime(each.first),
        lastSeen: isoTime(each.last),
        series: each.series,
        // Without any line before there is nothing that it could have been among.
        isNew: before === undefined || before === 0 ? null : !each.isOld,
        samples: each.rows.flatMap((row) => {
          const line = lines[row];
          return line === undefined
            ? []
            : [{ _id: line.id, _time: isoTime(line.at), event: line.text }];
        }),
      };
    });
}

function describeEach(
  lines: readonly Line[],
  { patterns, assignment }: MinedRows,
  { from, to }: Range,
  samplesMax: number,
): readonly Described[] {
  const described = patterns.map(({ samples }): Described => {
    const rows = samples.filter((row) => row < lines.length);
    const series = Array.from({ length: SERIES_POINTS }, () => 0);
    const levels = new Map<string, number>();
    return { rows, count: 0, first: Infinity, last: -Infinity, levels, series, isOld: false };
  });
  const stretchMs = Math.max(1, (to - from) / SERIES_POINTS);
  for (const [row, pattern] of assignment.entries()) {
    const each = described[pattern];
    if (each === undefined) continue;
    const line = lines[row];
    if (line === undefined) {
      each.isOld = true;
      continue;
    }
    each.count += 1;
    each.first = Math.min(each.first, line.at);
    each.last = Math.max(each.last, line.at);
    each.levels.set(line.level, (each.levels.get(line.level) ?? 0) + 1);
    const point = Math.min(
      SERIES_POINTS - 1,
      Math.max(0, Math.floor((line.at - from) / stretchMs)),
    );
    each.series[point] = (each.series[point] ?? 0) + 1;
    // All samples of a pattern may be from the previous period.
    if (each.rows.length < samplesMax && !each.rows.includes(row)) each.rows.push(row);
  }
  return described;
}

/** The level of most rows; the text of rows may mention errors that none of them is. */
function usualLevel(levels: ReadonlyMap<string, number>): string {
  const [first] = [...levels].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? '';
}
