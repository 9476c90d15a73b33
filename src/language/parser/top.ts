/** What `top` and `rare` share. */
import { joinParts, printFields } from '../print/arguments.ts';
import { closedShape } from '../shape/shape.ts';
import type { Field } from '../tree/node.ts';
import type { Shape } from '../tree/shape.ts';
import type { TopOptions } from '../tree/statistics-stages.ts';
import { readFields, requireSome, takeInteger, takeKeyword } from './arguments.ts';
import { BOOLEAN, integer, NEW_FIELD, TEXT } from './option-kinds.ts';
import {
  finishOptions,
  printOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from './options.ts';
import { report, startOfNext, type Parser } from './state.ts';

export const TOP_OPTIONS: OptionTable<TopOptions> = {
  limit: {
    kind: integer(0, 100_000),
    default: 10,
    summary: 'Maximum number of values to return. 0: no limit.',
  },
  countfield: { kind: NEW_FIELD, default: 'count', summary: 'Name of the count column.' },
  percentfield: { kind: NEW_FIELD, default: 'percent', summary: 'Name of the percentage column.' },
  showcount: { kind: BOOLEAN, default: true, summary: 'Adds a column with the count.' },
  showperc: { kind: BOOLEAN, default: true, summary: 'Adds a column with the percentage.' },
  useother: { kind: BOOLEAN, default: false, summary: 'Adds a row for all other values.' },
  otherstr: { kind: TEXT, default: 'OTHER', summary: 'Value for the row of all other values.' },
};

interface TopParts {
  readonly fields: readonly Field[];
  readonly by: readonly Field[];
  readonly options: TopOptions;
}

export function readTop(parser: Parser): TopParts {
  const options = startOptions(TOP_OPTIONS);
  const takeOne = (): boolean => takeOption(parser, options);
  takeOption(parser, options);
  const numberAt = startOfNext(parser);
  const number = takeInteger(parser);
  const fields = readFields(parser, takeOne, 'BY');
  requireSome(parser, fields, 'at least one field');
  const isGrouped = takeKeyword(parser, 'BY');
  const by = isGrouped ? readFields(parser, takeOne) : [];
  if (isGrouped) requireSome(parser, by, 'a field after BY');
  if (number !== undefined && 'limit' in options.values) {
    const place = { start: numberAt, end: numberAt + 1 };
    report(parser, 'option-twice', place, 'Duplicate limit.');
  }
  const values = finishOptions(options);
  const counted = [
    ...(values.showcount ? [values.countfield] : []),
    ...(values.showperc ? [values.percentfield] : []),
  ];
  refuseSame(parser, [...fields, ...by], counted);
  return { fields, by, options: { ...values, limit: number ?? values.limit } };
}

function refuseSame(parser: Parser, fields: readonly Field[], own: readonly string[]): void {
  const seen = new Set(own);
  for (const field of fields) {
    if (seen.has(field.name)) {
      report(parser, 'duplicate-column', field, `Duplicate field \`${field.name}\`.`);
    }
    seen.add(field.name);
  }
}

export function printTop(stage: TopParts): string {
  return joinParts(
    printOptions(TOP_OPTIONS, stage.options),
    printFields(stage.fields),
    stage.by.length === 0 ? undefined : `BY ${printFields(stage.by)}`,
  );
}

export function shapeOfTop({ fields, by, options }: TopParts): Shape {
  const names = [...by, ...fields].map((field) => field.name);
  const count = options.showcount ? [options.countfield] : [];
  const percent = options.showperc ? [options.percentfield] : [];
  return closedShape([...names, ...count, ...percent]);
}
