import {
  expectClosing,
  readField,
  readItems,
  requireSome,
  takeKeyword,
  takeSymbol,
} from '../../parser/arguments.ts';
import {
  fail,
  failUnexpected,
  peek,
  spanFrom,
  take,
  textOf,
  type Parser,
} from '../../parser/state.ts';
import { printName } from '../../print/arguments.ts';
import { encodeName } from '../../quoting.ts';
import type { RewrittenCommand } from '../definition.ts';
import { stagesOfText } from './build.ts';

interface Trend {
  readonly period: number;
  readonly field: string;
  readonly as: string;
}

/** `sma5(count) AS trend`. */
function readTrend(parser: Parser): Trend {
  const token = peek(parser, 'argument');
  const text = textOf(parser, token);
  const match = /^(sma|ema|wma)(\d{1,4})$/i.exec(text);
  if (token.kind !== 'word' || match === null) failUnexpected(parser, token);
  const [, kind = '', digits = ''] = match;
  const period = Number(digits);
  if (kind.toLowerCase() !== 'sma') {
    const message = `\`${text}\` isn’t supported. Use \`sma${digits}\` for a simple moving average.`;
    fail(parser, 'unknown-function', token, message);
  }
  if (period < 2) fail(parser, 'invalid-value', token, 'The period must be at least 2.');
  take(parser, token, 'aggregation');
  const open = peek(parser, 'argument');
  if (!takeSymbol(parser, '(')) failUnexpected(parser, open);
  const field = readField(parser).name;
  expectClosing(parser, open.start);
  const as = takeKeyword(parser, 'AS') ? readField(parser).name : `${text.toLowerCase()}(${field})`;
  return { period, field, as };
}

export const trendlineCommand: RewrittenCommand = {
  name: 'trendline',
  category: 'Statistics',
  summary: 'Calculates simple moving averages.',
  syntax: 'trendline sma<integer>(<field>) [AS <name>], …',
  options: [],
  rewrite: (parser, start) => {
    const trends = readItems(parser, { expectation: { kind: 'field' }, read: readTrend });
    requireSome(parser, trends, 'an average such as `sma5(count)`');
    const parts = trends.flatMap(({ period, field, as }, i) => [
      `streamstats window=${period} avg(${printName(field)}) AS ${printName(as)}, count AS _rows${i}`,
      `eval ${encodeName(as)}=if(_rows${i} >= ${period}, ${encodeName(as)}, null())`,
    ]);
    const made = trends.map((_, i) => `_rows${i}`).join(', ');
    const text = [...parts, `fields - ${made}`].join(' | ');
    return stagesOfText(parser, spanFrom(parser, start), text);
  },
};
