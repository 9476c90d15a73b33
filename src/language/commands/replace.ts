import {
  expectKeyword,
  readArgument,
  readFieldPatterns,
  readItems,
  requireSome,
  takeKeyword,
} from '../parser/arguments.ts';
import { report, spanFrom, type Parser } from '../parser/state.ts';
import { joinParts, printFieldPatterns } from '../print/arguments.ts';
import { encodePattern } from '../quoting.ts';
import type { ReplaceStage } from '../tree/event-stages.ts';
import type { Pattern } from '../tree/node.ts';
import type { Command } from './definition.ts';

function readRule(parser: Parser): { from: Pattern; to: Pattern } {
  const from = readArgument(parser, { kind: 'text', what: 'the old value' }, 'text');
  expectKeyword(parser, 'WITH');
  const to = readArgument(parser, { kind: 'text', what: 'the new value' }, 'text');
  if (to.pattern.length > 1 && to.pattern.length !== from.pattern.length) {
    report(parser, 'wildcard-mismatch', to, 'Both values must have the same number of wildcards.');
  }
  return { from: from.pattern, to: to.pattern };
}

function printText(pattern: Pattern): string {
  return `"${encodePattern(pattern)}"`;
}

export const replaceCommand: Command<ReplaceStage> = {
  name: 'replace',
  category: 'Fields',
  summary:
    'Replaces field values that match a pattern. `*` in the replacement inserts the text that the wildcard matched.',
  syntax: 'replace "<old>" WITH "<new>", … [IN <field>, …]',
  options: [],
  read: (parser, start) => {
    const expectation = { kind: 'text', what: 'the old value' } as const;
    const rules = readItems(parser, { expectation, read: readRule, until: ['IN'] });
    requireSome(parser, rules, 'an old and a new value, for example `"a" WITH "b"`');
    const isLimited = takeKeyword(parser, 'IN');
    const fields = isLimited ? readFieldPatterns(parser) : [];
    if (isLimited) requireSome(parser, fields, 'a field after IN');
    return { kind: 'replace', rules, fields, ...spanFrom(parser, start) };
  },
  print: (stage) =>
    joinParts(
      stage.rules.map(({ from, to }) => `${printText(from)} WITH ${printText(to)}`).join(', '),
      stage.fields.length === 0 ? undefined : `IN ${printFieldPatterns(stage.fields)}`,
    ),
  shape: (_stage, before) => before,
};
