import type { Token } from './lexer.ts';
import { decodeText } from '../quoting.ts';
import { parseTime } from '../time/parse-time.ts';
import { BOUND_WORDS, type TimeSpec, type TimeTerm } from '../tree/time.ts';
import {
  expecting,
  fail,
  failUnclosed,
  failUnexpected,
  peek,
  report,
  spanFrom,
  take,
  textOf,
  type Parser,
} from './state.ts';

export function isTimeWord(word: string): word is keyof typeof BOUND_WORDS {
  return Object.hasOwn(BOUND_WORDS, word);
}

/** Reads `earliest=-1h`; `token` is the leading word. */
export function readTimeTerm(parser: Parser, token: Token): TimeTerm {
  take(parser, token, 'option');
  const operator = peek(parser, 'search');
  take(parser, operator, 'operator');
  if (!/^==?$/.test(textOf(parser, operator))) {
    const word = textOf(parser, token);
    fail(
      parser,
      'time-placement',
      operator,
      `\`${word}\` only supports =, as in \`${word}=-1h\`.`,
      {
        expected: ['`=`'],
      },
    );
  }
  return { kind: 'time', time: readTime(parser), ...spanFrom(parser, token.start) };
}

function readTime(parser: Parser): TimeSpec {
  expecting(parser, { kind: 'time' });
  const value = peek(parser, 'value');
  failUnclosed(parser, value);
  if (value.kind !== 'word' && value.kind !== 'text') failUnexpected(parser, value);
  const isNowCall =
    value.kind === 'word' &&
    /^now$/i.test(textOf(parser, value)) &&
    parser.text.startsWith('()', value.end);
  const token = isNowCall ? { ...value, end: value.end + 2 } : value;
  const raw = textOf(parser, token);
  take(parser, token, 'time');
  const time = parseTime(value.kind === 'text' ? decodeText(raw.slice(1, -1)) : raw);
  if (time.kind !== 'problem') return time;
  report(parser, 'invalid-time', token, time.message, { expected: ['a time such as `-1h@h`'] });
  return { kind: 'relative', steps: [] };
}
