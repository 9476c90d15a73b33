import { printName, printValue } from '../print/arguments.ts';
import { encodeRegex } from '../quoting.ts';
import { parseTime, printTime } from '../time/parse-time.ts';
import { parseSpan, printSpan } from '../time/span.ts';
import type { SeriesLimit } from '../tree/aggregation.ts';
import type { Span, TimeSpan, TimeSpec } from '../tree/time.ts';
import { readField, readRegex, readText, readValueText } from './arguments.ts';
import { reportRegex } from './check-argument.ts';
import type { OptionKind } from './options.ts';
import { notice, report, type Parser } from './state.ts';

const BOOLEANS: Readonly<Record<string, boolean>> = {
  t: true,
  true: true,
  yes: true,
  y: true,
  '1': true,
  f: false,
  false: false,
  no: false,
  n: false,
  '0': false,
};

export const BOOLEAN: OptionKind<boolean> = {
  label: '<boolean>',
  expectation: { kind: 'choice', choices: ['true', 'false'] },
  read(parser) {
    const word = readText(parser, '`true` or `false`');
    const value = BOOLEANS[word.value.toLowerCase()];
    if (value === undefined) {
      report(parser, 'invalid-value', word, 'Expected `true` or `false`.', {
        expected: ['`true`', '`false`'],
      });
    }
    return value ?? false;
  },
  print: String,
};

export function integer(min: number, max: number): OptionKind<number> {
  return {
    label: '<integer>',
    expectation: { kind: 'number' },
    read(parser) {
      const word = readText(parser, 'an integer');
      const value = Number(word.value);
      if (/^\d+$/.test(word.value) && value >= min && value <= max) return value;
      const message = `Expected an integer from ${min} to ${max}.`;
      report(parser, 'invalid-value', word, message, { expected: ['an integer'] });
      return min;
    },
    print: String,
  };
}

/** The same where more than `max` is as good as `max`. */
export function upTo(min: number, max: number): OptionKind<number> {
  return {
    ...integer(min, max),
    read(parser) {
      const value = integer(min, 999_999_999).read(parser);
      if (value <= max) return value;
      notice(parser, { start: parser.lastEnd - 1, end: parser.lastEnd }, `The maximum is ${max}.`);
      return max;
    },
  };
}

export function decimal(min: number, max: number): OptionKind<number> {
  return {
    label: '<number>',
    expectation: { kind: 'number' },
    read(parser) {
      const word = readText(parser, 'a number');
      const value = Number(word.value);
      const isNumber = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(word.value);
      if (isNumber && value >= min && value <= max) return value;
      const range = Number.isFinite(min) ? ` from ${min} to ${max}` : '';
      const message = `Expected a number${range}.`;
      report(parser, 'invalid-value', word, message, { expected: ['a number'] });
      return 0;
    },
    print: String,
  };
}

export const NUMBER = decimal(-Infinity, Infinity);

export const TEXT: OptionKind<string> = {
  label: '<string>',
  expectation: { kind: 'text', what: 'text' },
  read: (parser) => readValueText(parser, 'text').value,
  print: printValue,
};

/** The name of an existing field. */
export const FIELD: OptionKind<string> = {
  label: '<field>',
  expectation: { kind: 'field' },
  read: (parser) => readField(parser).name,
  print: printName,
};

/** The name of a field that the command makes. */
export const NEW_FIELD: OptionKind<string> = {
  label: '<field>',
  expectation: { kind: 'newField' },
  read: (parser) => readField(parser, { kind: 'newField' }).name,
  print: printName,
};

export const REGEX: OptionKind<string> = {
  label: '<regex>',
  expectation: { kind: 'text', what: 'a regular expression in quotes' },
  read(parser) {
    const literal = readRegex(parser, 'a regular expression in quotes');
    reportRegex(parser, literal, literal.value);
    return literal.value;
  },
  print: encodeRegex,
};

export function choice<const C extends readonly [string, ...string[]]>(
  ...choices: C
): OptionKind<C[number]> {
  const expected = choices.map((each) => `\`${each}\``);
  return {
    label: choices.join('|'),
    expectation: { kind: 'choice', choices },
    read(parser) {
      const word = readText(parser, expected.join(' or '));
      const found = choices.find((each) => each === word.value.toLowerCase());
      if (found !== undefined) return found;
      const message = `Expected one of ${expected.join(', ')}.`;
      report(parser, 'invalid-value', word, message, { expected });
      return choices[0];
    },
    print: String,
  };
}

function readSpan(parser: Parser): Span {
  const word = readValueText(parser, 'a span such as `5m`');
  const span = parseSpan(word.value);
  if (span.kind !== 'problem') return span;
  report(parser, 'invalid-time', word, span.message, { expected: ['a span such as `5m`'] });
  return { kind: 'number', size: 1 };
}

export const SPAN: OptionKind<Span> = {
  label: '<span>',
  expectation: { kind: 'span' },
  read: readSpan,
  print: printSpan,
  isLeftOutByNone: true,
};

/** A span of time. */
export const TIME_SPAN: OptionKind<TimeSpan> = {
  label: '<span>',
  expectation: { kind: 'span' },
  read(parser) {
    const word = readValueText(parser, 'a span such as `5m`');
    const span = parseSpan(word.value);
    if (span.kind === 'time') return span;
    const message =
      span.kind === 'problem' ? span.message : 'Expected a time span, such as 30s or 5m.';
    report(parser, 'invalid-time', word, message, { expected: ['a span such as `5m`'] });
    return { kind: 'time', amount: 1, unit: 's', weekday: undefined };
  },
  print: printSpan,
  isLeftOutByNone: true,
};

/** `5`, `top5` or `bottom5`. */
export const SERIES_LIMIT: OptionKind<SeriesLimit> = {
  label: '<integer>',
  expectation: { kind: 'number' },
  read(parser) {
    const word = readText(parser, 'a number of series');
    const match = /^(top|bottom)?(\d{1,4})$/i.exec(word.value);
    if (match === null) {
      report(parser, 'invalid-value', word, 'Expected a number of series, or `top5` or `bottom5`.');
    }
    const end = match?.[1]?.toLowerCase() === 'bottom' ? 'bottom' : 'top';
    return { count: Number(match?.[2] ?? 0), end };
  },
  print: (limit) => `${limit.end === 'bottom' ? 'bottom' : ''}${limit.count}`,
};

export const ALIGN_TIME: OptionKind<TimeSpec | 'earliest' | 'latest'> = {
  label: 'earliest|latest|<time>',
  expectation: { kind: 'choice', choices: ['earliest', 'latest'] },
  read(parser) {
    const word = readText(parser, '`earliest`, `latest` or a time');
    if (word.value === 'earliest' || word.value === 'latest') return word.value;
    const time = parseTime(word.value);
    if (time.kind !== 'problem') return time;
    report(parser, 'invalid-time', word, time.message);
    return 'earliest';
  },
  print: (value) => (typeof value === 'string' ? value : printTime(value)),
};
