import { isAtStageEnd, readField, readText } from '../parser/arguments.ts';
import {
  expecting,
  fail,
  failUnexpected,
  peek,
  spanFrom,
  take,
  textOf,
  type Parser,
} from '../parser/state.ts';
import { joinParts, printField, printName, printValue } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { RangemapStage } from '../tree/event-stages.ts';
import type { Field } from '../tree/node.ts';
import type { Command } from './definition.ts';

const RANGE = /^(-?\d+(?:\.\d+)?)-(-?\d+(?:\.\d+)?)$/;

interface Parts {
  field: Field | undefined;
  default: string;
  readonly ranges: { name: string; low: number; high: number }[];
}

function readPart(parser: Parser, parts: Parts): void {
  expecting(parser, { kind: 'option', name: 'field' });
  expecting(parser, { kind: 'option', name: 'default' });
  expecting(parser, { kind: 'text', what: 'a range such as `low=0-10`' });
  const token = peek(parser, 'argument');
  if (token.kind !== 'word' && token.kind !== 'text') failUnexpected(parser, token);
  const raw = textOf(parser, token);
  const name = token.kind === 'word' ? raw : raw.slice(1, -1);
  take(parser, token, 'option');
  expecting(parser, { kind: 'symbol', symbol: '=' });
  const equals = peek(parser, 'argument');
  if (textOf(parser, equals) !== '=') failUnexpected(parser, equals);
  take(parser, equals, 'operator');
  if (name === 'field') parts.field = readField(parser);
  else if (name === 'default') parts.default = readText(parser, 'text').value;
  else parts.ranges.push(readRange(parser, name));
}

function readRange(parser: Parser, name: string): { name: string; low: number; high: number } {
  const text = readText(parser, 'a range such as `0-10`');
  const [, low, high] = RANGE.exec(text.value) ?? [];
  if (low === undefined || high === undefined || Number(low) > Number(high)) {
    fail(parser, 'invalid-value', text, 'Write a range from low to high, as in `low=0-10`.');
  }
  return { name, low: Number(low), high: Number(high) };
}

export const rangemapCommand: Command<RangemapStage> = {
  name: 'rangemap',
  category: 'Fields',
  summary: 'Adds the field `range` with the name of the range that the value falls into.',
  syntax: 'rangemap field=<field> <name>=<low>-<high> … [default=<string>]',
  options: [],
  read: (parser, start) => {
    const parts: Parts = { field: undefined, default: 'None', ranges: [] };
    while (!isAtStageEnd(parser)) readPart(parser, parts);
    const { field, ranges } = parts;
    if (field === undefined) {
      const place = spanFrom(parser, start);
      fail(parser, 'missing-argument', place, '`rangemap` requires the option `field`.');
    }
    return { kind: 'rangemap', field, ranges, default: parts.default, ...spanFrom(parser, start) };
  },
  print: (stage) =>
    joinParts(
      `field=${printField(stage.field)}`,
      ...stage.ranges.map(({ name, low, high }) => `${printName(name)}=${low}-${high}`),
      stage.default === 'None' ? undefined : `default=${printValue(stage.default)}`,
    ),
  shape: (_stage, before) => withFields(before, 'range'),
};
