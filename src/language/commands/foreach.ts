import { readFieldPatterns, requireSome } from '../parser/arguments.ts';
import { readBracketText } from '../parser/bracket-text.ts';
import { isOption } from '../parser/options.ts';
import {
  fail,
  failUnexpected,
  peek,
  spanFrom,
  take,
  textOf,
  type Parser,
} from '../parser/state.ts';
import { printPattern } from '../print/arguments.ts';
import { decodeText } from '../quoting.ts';
import type { ForeachStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';
import { filledTemplate, ROW_COMMANDS } from './foreach-template.ts';
import { stagesOfText } from './rewritten/build.ts';

/** Reads `fieldstr="#field#"`: a different placeholder for the name. */
function takeWord(parser: Parser, words: Map<string, string>): boolean {
  const token = peek(parser, 'argument');
  const name = textOf(parser, token).toLowerCase();
  if (!isOption(parser)) return false;
  if (!/^(?:fieldstr|matchstr|matchseg[123])$/.test(name)) {
    fail(parser, 'unknown-option', token, `\`foreach\` has no option \`${name}\`.`);
  }
  take(parser, token, 'option');
  take(parser, peek(parser, 'argument'), 'operator');
  const value = peek(parser, 'value');
  if (value.kind !== 'text' && value.kind !== 'word') failUnexpected(parser, value);
  take(parser, value, 'text');
  const raw = textOf(parser, value);
  const written = value.kind === 'text' ? decodeText(raw.slice(1, -1)) : raw;
  words.set(written, name === 'fieldstr' ? '<<FIELD>>' : `<<${name.toUpperCase()}>>`);
  return true;
}

export const foreachCommand: Command<ForeachStage> = {
  name: 'foreach',
  category: 'Fields',
  summary:
    'Runs a template of `eval` and similar commands once for each matching field. `<<FIELD>>` is the field name, `<<MATCHSTR>>` the part that matches the wildcard.',
  syntax: 'foreach <field> … [<command with <<FIELD>>>]',
  options: [],
  read: (parser, start) => {
    const words = new Map<string, string>();
    const isOver = (): boolean => textOf(parser, peek(parser, 'argument')) === '[';
    const fields = readFieldPatterns(parser, () => takeWord(parser, words), isOver);
    requireSome(parser, fields, 'a field or a wildcard');
    const given = readBracketText(parser).replace(/^\|\s*/, '');
    while (takeWord(parser, words));
    const template = [...words].reduce(
      (text, [from, to]) => text.replaceAll(from, () => to),
      given,
    );
    const place = spanFrom(parser, start);
    const tried = filledTemplate(template, { field: 'field', stars: ['a', 'b', 'c'] });
    const stages = stagesOfText(parser, place, tried);
    const other = stages.find(({ kind }) => !ROW_COMMANDS.has(kind));
    if (other !== undefined) {
      fail(parser, 'unexpected-token', place, `\`${other.kind}\` isn’t supported in \`foreach\`.`);
    }
    return { kind: 'foreach', fields, template, ...place };
  },
  print: (stage) =>
    `${stage.fields.map(({ pattern }) => printPattern(pattern)).join(' ')} [${stage.template}]`,
  shape: (_stage, before) => ({ ...before, isOpen: true }),
};
