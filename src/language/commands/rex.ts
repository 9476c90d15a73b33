import { readRegex } from '../parser/arguments.ts';
import { reportRegex } from '../parser/check-argument.ts';
import { choice, FIELD, NEW_FIELD, upTo } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { printSed, readSed } from '../parser/sed.ts';
import { fail, report, spanFrom, type Parser } from '../parser/state.ts';
import { joinParts } from '../print/arguments.ts';
import { encodeRegex } from '../quoting.ts';
import { withFields } from '../shape/shape.ts';
import type { RexAction, RexStage } from '../tree/event-stages.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Command } from './definition.ts';

interface RexOptions {
  readonly field: string;
  readonly max_match: number;
  readonly offset_field: string | undefined;
  readonly mode: 'sed' | undefined;
}

const OPTIONS: OptionTable<RexOptions> = {
  field: { kind: FIELD, default: '_raw', summary: 'Field to analyze.' },
  mode: {
    kind: choice('sed'),
    default: undefined,
    summary: 'Replaces matching text instead of extracting fields.',
  },
  max_match: {
    kind: upTo(0, 1000),
    default: 1,
    summary:
      'Maximum number of matches. If greater than 1, the fields are multivalue. 0: no limit.',
  },
  offset_field: {
    kind: NEW_FIELD,
    default: undefined,
    summary: 'Field for the zero-based offsets of the first and last character of each match.',
  },
};

/**
 * `problems`: number of problems before this command. With a misspelled mode, the absence of groups may be intended.
 */
function readExtract(
  parser: Parser,
  literal: TreeNode & { readonly value: string },
  problems: number,
): RexAction {
  const groups = reportRegex(parser, literal, literal.value);
  parser.terms += groups.length;
  if (groups.length === 0 && parser.diagnostics.length === problems) {
    const message = 'Add a named capturing group, for example "user=(?<user>\\w+)".';
    report(parser, 'invalid-regex', literal, message, { expected: ['a named capturing group'] });
  }
  return { kind: 'extract', regex: literal.value, groups };
}

export const rexCommand: Command<RexStage> = {
  name: 'rex',
  category: 'Fields',
  summary: 'Extracts fields with a regular expression, or replaces text in a field with sed mode.',
  syntax:
    'rex [field=<field>] "<regex with (?<name>…)>" | rex [field=<field>] mode=sed "s/<regex>/<replacement>/g"',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    const problems = parser.diagnostics.length;
    takeOptions(parser, options);
    const literal = readRegex(parser, 'a regular expression in quotes');
    takeOptions(parser, options);
    const { mode, ...rest } = finishOptions(options);
    if (mode === 'sed' && (rest.max_match !== 1 || rest.offset_field !== undefined)) {
      fail(
        parser,
        'invalid-value',
        literal,
        'mode=sed doesn’t support max_match and offset_field.',
      );
    }
    const isWell = parser.diagnostics.length === problems;
    const action =
      mode === 'sed' && isWell ? readSed(parser, literal) : readExtract(parser, literal, problems);
    return { kind: 'rex', action, options: rest, ...spanFrom(parser, start) };
  },
  print: (stage) => {
    const isSed = stage.action.kind !== 'extract';
    const text = stage.action.kind === 'extract' ? stage.action.regex : printSed(stage.action);
    const options = { ...stage.options, mode: isSed ? ('sed' as const) : undefined };
    return joinParts(printOptions(OPTIONS, options), encodeRegex(text));
  },
  shape: (stage, before) =>
    withFields(
      before,
      ...(stage.action.kind === 'extract' ? stage.action.groups : []),
      ...(stage.options.offset_field === undefined ? [] : [stage.options.offset_field]),
    ),
};
