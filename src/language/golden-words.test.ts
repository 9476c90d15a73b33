/**
 * The words of the language and what is known of them, in files people can read: `golden-words/*.txt`. Functions, aggregations
 * and commands stand there with all they take; queries with the fields of their rows, their lines, and the help on each word.
 * Run with XPLAIN_GOLDEN=write to write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CONVERSIONS } from './commands/convert.ts';
import { FOREIGN_COMMANDS, REFUSED_COMMANDS } from './commands/refused.ts';
import { EVERY_COMMAND } from './commands/table-of-commands.ts';
import { format } from './format.ts';
import { EVAL_FUNCTIONS } from './functions/eval-functions.ts';
import { printSignature, type EvalFunction, type Parameter } from './functions/signature.ts';
import { STATS_FUNCTIONS } from './functions/stats-functions.ts';
import { helpAt } from './help.ts';
import { marksOf } from './highlight.ts';
import { parse } from './parser/parser.ts';
import { shapeOf } from './shape/shape-of.ts';
import { summaryOf } from './functions/function-summaries.ts';
import { FUNCTION_EXAMPLES } from './functions/function-examples.ts';

const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';
const pathOf = (name: string): string => join(import.meta.dirname, 'golden-words', `${name}.txt`);

function typeText({ type }: Parameter): string {
  return typeof type === 'string' ? type : type.choices.join('/');
}

function functionText([name, { category, aliases, parameters, result }]: [
  string,
  EvalFunction,
]): string {
  const types = parameters.map(typeText).join(', ');
  const other = aliases === undefined ? '' : ` (${aliases.join(', ')})`;
  return `${printSignature(name, parameters)}${other} ${category} [${types}] → ${result}: ${summaryOf(name)} ${FUNCTION_EXAMPLES[name] ?? ''}`;
}

function tellWords(): string {
  return [
    ...Object.entries<EvalFunction>(EVAL_FUNCTIONS).map(functionText),
    ...Object.entries(STATS_FUNCTIONS).map(([name, facts]) => `${name} ${JSON.stringify(facts)}`),
    ...Object.entries(CONVERSIONS).map(([name, summary]) => `${name}: ${summary}`),
    ...Object.entries(REFUSED_COMMANDS).map(([name, why]) => `${name} is refused: ${why}`),
    ...Object.entries(FOREIGN_COMMANDS).map(([name, ours]) => `${name} is ${ours}`),
    ...EVERY_COMMAND.map((facts) => JSON.stringify(facts)),
    '',
  ].join('\n');
}

test('functions, aggregations and commands take what is written of them', () => {
  const words = tellWords();
  if (isWriting) writeFileSync(pathOf('words'), words);

  assert.equal(words, readFileSync(pathOf('words'), 'utf8'));
});

function tellQuery(text: string): string[] {
  const { query } = parse(text);
  const { hasText, isOpen, fields } = shapeOf(query ?? assert.fail(text));
  const told = marksOf(text).flatMap(({ start }) => {
    const help = helpAt(text, start);
    if (help === undefined) return [];
    const { title, syntax, summary, page, end } = help;
    return [`  ${start}-${end} ${title} | ${syntax} | ${summary} | ${page ?? ''}`];
  });
  const shape = `${hasText ? 'with text' : 'without text'}, ${isOpen ? 'these and others' : 'these'}`;
  return [
    `  ${shape}: ${fields.join(' ')}`,
    ...(format(text) ?? assert.fail(text)).split('\n').map((line) => `  ${line}`),
    ...new Set(told),
  ];
}

test('queries have the fields, the lines and the help written below them', () => {
  const content = readFileSync(pathOf('queries'), 'utf8');
  const renewed = content
    .split('\n')
    .filter((line) => line.startsWith('>'))
    .map((line) => `${[line, ...tellQuery(line.slice(2))].join('\n')}\n`)
    .join('\n');
  if (isWriting) writeFileSync(pathOf('queries'), renewed);

  assert.equal(isWriting ? renewed : content, renewed);
});
