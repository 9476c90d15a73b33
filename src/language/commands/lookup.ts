import {
  isAtKeyword,
  readField,
  readItems,
  requireSome,
  takeKeyword,
} from '../parser/arguments.ts';
import { readTableName } from '../parser/table-name.ts';
import { takeIgnoredOption } from '../parser/options.ts';
import { spanFrom, type Parser } from '../parser/state.ts';
import { joinParts, printName } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { LookupField, LookupStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

/** Options about the location of a table, which is the same for everyone here. */
const IGNORED = ['local', 'update'];

function readPairs(parser: Parser): LookupField[] {
  const until = ['OUTPUT', 'OUTPUTNEW'];
  return readItems(parser, { expectation: { kind: 'field' }, read: readPair, until });
}

function readPair(parser: Parser): LookupField {
  const column = readField(parser);
  const field = takeKeyword(parser, 'AS') ? readField(parser).name : column.name;
  return { kind: 'lookupField', column: column.name, field, ...spanFrom(parser, column.start) };
}

function printPairs(pairs: readonly LookupField[]): string {
  return pairs
    .map(({ column, field }) =>
      column === field ? printName(column) : `${printName(column)} AS ${printName(field)}`,
    )
    .join(', ');
}

export const lookupCommand: Command<LookupStage> = {
  name: 'lookup',
  category: 'Lookups',
  summary: 'Adds fields from a lookup table to rows with matching keys.',
  syntax: 'lookup <table> <column> [AS <field>], … [OUTPUT|OUTPUTNEW <column> [AS <field>], …]',
  options: [],
  read: (parser, start) => {
    while (takeIgnoredOption(parser, IGNORED) !== undefined);
    const table = readTableName(parser);
    const keys = readPairs(parser);
    requireSome(parser, keys, 'a key, for example `lookup hosts host`');
    const isFilling = isAtKeyword(parser, 'OUTPUTNEW');
    const hasOutput = takeKeyword(parser, 'OUTPUT', 'OUTPUTNEW');
    const outputs = hasOutput ? readPairs(parser) : [];
    const mode = isFilling ? 'fill' : 'overwrite';
    return { kind: 'lookup', table, keys, mode, outputs, ...spanFrom(parser, start) };
  },
  print: (stage) =>
    joinParts(
      printName(stage.table),
      printPairs(stage.keys),
      stage.outputs.length === 0
        ? undefined
        : `${stage.mode === 'fill' ? 'OUTPUTNEW' : 'OUTPUT'} ${printPairs(stage.outputs)}`,
    ),
  shape: (stage, before) =>
    stage.outputs.length === 0
      ? { ...before, isOpen: true }
      : withFields(before, ...stage.outputs.map((output) => output.field)),
};
