import { choice, TIME_SPAN } from '../../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../../parser/options.ts';
import { fail, peek, spanFrom } from '../../parser/state.ts';
import { lengthOf } from '../../time/span.ts';
import type { TimeSpan } from '../../tree/time.ts';
import type { RewrittenCommand } from '../definition.ts';
import { stagesOfText } from './build.ts';

interface Options {
  readonly align: 'end' | 'now';
  readonly series: 'relative' | 'short';
}

const OPTIONS: OptionTable<Options> = {
  align: {
    kind: choice('end', 'now'),
    default: 'end',
    summary: 'When the latest period ends: at the end of the time range, or at the search time.',
  },
  series: {
    kind: choice('relative', 'short'),
    default: 'relative',
    summary: 'Column names: `count_latest_day`, `count_1day_before`, or `count_s0`, `count_s1`.',
  },
};

const UNITS: Partial<Record<TimeSpan['unit'], string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
};

/** Seconds by which the clock of the zone is ahead of UTC, as text of an expression. */
const offsetAt = (time: string): string =>
  `(strptime(strftime(${time}, "%F %T +0000"), "%F %T %z")-floor(${time}))`;

export const timewrapCommand: RewrittenCommand = {
  name: 'timewrap',
  category: 'Statistics',
  summary:
    'Compares periods: splits the rows of `timechart` into periods, with a column for each. `_time` is that of the latest period.',
  syntax: 'timewrap <span> [align=end|now] [series=relative|short]',
  options: describeOptions(OPTIONS),
  rewrite: (parser, start) => {
    const reader = startOptions(OPTIONS, ['time_format']);
    takeOptions(parser, reader);
    const token = peek(parser, 'argument');
    const span = TIME_SPAN.read(parser);
    takeOptions(parser, reader);
    const { align, series } = finishOptions(reader);
    const unit = UNITS[span.unit];
    if (unit === undefined || span.weekday !== undefined) {
      fail(parser, 'invalid-value', token, 'Expected a period in s, m, h, d or w, such as 1d.');
    }
    if (parser.shape.hasText) {
      const message = '`timewrap` needs the rows of `timechart` before it.';
      fail(parser, 'missing-argument', token, message);
    }
    const { amount } = span;
    const latest = amount === 1 ? unit : `${amount}${unit}s`;
    const length = lengthOf(span) / 1000;
    const end = align === 'now' ? 'info_search_time' : 'info_max_time';
    // Days and weeks go by the clock of the zone: some have an hour more or less.
    const byClock = span.unit === 'd' || span.unit === 'w';
    const [atEnd, atTime, atMoved] = byClock
      ? [offsetAt(end), offsetAt('_time'), offsetAt('_moved')]
      : ['0', '0', '0'];
    const name =
      series === 'short'
        ? '"_s" . tostring(_ago)'
        : `case(_ago=0, "_latest_${latest}", _ago*${amount}=1, "_1${unit}_before", true(), "_" . tostring(_ago*${amount}) . "${unit}s_before")`;
    const text = [
      'untable _time _series _value',
      'addinfo',
      `eval _ago=max(0, ceil((${end}+${atEnd}-_time-${atTime})/${length})-1)`,
      `eval _moved=_time+_ago*${length}`,
      `eval _time=_moved+${atTime}-${atMoved}, _series=_series . ${name}, _value=tonumber(_value)`,
      // Makes it a time again.
      'bin _time span=1s',
      'xyseries _time _series _value',
      'sort 0 _time',
    ].join(' | ');
    return stagesOfText(parser, spanFrom(parser, start), text);
  },
};
