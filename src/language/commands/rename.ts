import {
  expectKeyword,
  readArgument,
  readItems,
  requireSome,
  isWord,
} from '../parser/arguments.ts';
import { peek, report, spanFrom, take, type Parser } from '../parser/state.ts';
import { printPattern } from '../print/arguments.ts';
import { renameField } from '../shape/shape.ts';
import type { Renaming, RenameStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

function readRenaming(parser: Parser): Renaming {
  const from = readArgument(parser, { kind: 'field' }, 'field');
  // Splunk reads both, and people write both.
  const word = peek(parser, 'argument');
  if (isWord(parser, word, ['TO'])) take(parser, word, 'keyword');
  else expectKeyword(parser, 'AS');
  const to = readArgument(parser, { kind: 'newField' }, 'field');
  if (from.pattern.length !== to.pattern.length) {
    report(parser, 'wildcard-mismatch', to, 'Both names must have the same number of wildcards.');
  } else if (to.pattern.length === 1 && (to.pattern[0] === '' || from.pattern[0] === '')) {
    report(parser, 'invalid-value', to, 'A field name can’t be empty.');
  }
  return { kind: 'renaming', from: from.pattern, to: to.pattern, ...spanFrom(parser, from.start) };
}

export const renameCommand: Command<RenameStage> = {
  name: 'rename',
  category: 'Fields',
  summary: 'Renames one or more fields. Supports wildcards.',
  syntax: 'rename <field> AS <name>, …',
  options: [],
  read: (parser, start) => {
    const renamings = readItems(parser, { expectation: { kind: 'field' }, read: readRenaming });
    requireSome(parser, renamings, 'a field and its new name, for example `a AS b`');
    return { kind: 'rename', renamings, ...spanFrom(parser, start) };
  },
  print: (stage) =>
    stage.renamings
      .map(({ from, to }) => `${printPattern(from)} AS ${printPattern(to)}`)
      .join(', '),
  shape: (stage, before) =>
    stage.renamings.reduce((shape, { from, to }) => renameField(shape, from, to), before),
};
