/** The page of macros is true: what it says of calls, and of the macros that come along. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BUILT_IN_DATA_MODELS } from '../data-models/built-in-data-models.ts';
import { BUILT_IN_MACROS } from './built-in-macros.ts';
import { createExpander } from './macro-definitions.ts';
import { expandMacros, type MacroDefinition } from './macros.ts';
import { parse } from '../parser/parser.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/language/macros.md'), 'utf8');

/** The rows of the table whose first column is called so. */
function tableOf(heading: string, second: string): string[][] {
  const lines = page.split('\n');
  const start = lines.findIndex(
    (line) => cellsOf(line)[0] === heading && cellsOf(line)[1] === second,
  );
  assert.ok(start >= 0, `the page has lost its table of ${heading}`);
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map(cellsOf);
}

function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

/** What stands between backticks, one or two of them. */
function codes(cell = ''): string[] {
  return Array.from(cell.matchAll(/``(.*?)``|`([^`]+)`/g), ([, two, one]) =>
    (two ?? one ?? '').trim(),
  );
}

test('calls are read as the page says', () => {
  const macros = tableOf('Macro', 'Definition').map(([macro, about = '']): MacroDefinition => {
    const [, name = '', names = ''] = /^(\w+)(?:\((.*)\))?$/.exec(codes(macro)[0] ?? '') ?? [];
    const [definition = '', validation, errorMessage] = codes(about);
    return {
      name,
      arguments: names === '' ? [] : names.split(', '),
      definition,
      isEval: about.startsWith('eval:'),
      ...(validation === undefined ? {} : { validation }),
      ...(errorMessage === undefined ? {} : { errorMessage }),
    };
  });
  const expandMacro = createExpander(macros);
  const rows = tableOf('Query', 'Expands to');

  assert.ok(rows.length >= 8);
  for (const [written, read] of rows) {
    const [query = ''] = codes(written);
    assert.equal(expandMacros(query, expandMacro).text, codes(read)[0], query);
    assert.deepEqual(parse(query, { expandMacro }).diagnostics, [], query);
  }
  const [problem] = parse('* | `last(0)`', { expandMacro }).diagnostics;
  assert.match(problem?.message ?? '', /n is a number of rows$/);
});

test('the page lists every built-in macro with its text', () => {
  const listed = tableOf('Macro', 'Expands to').map(([macro, text]) => [
    codes(macro)[0],
    codes(text)[0] ?? '',
  ]);
  const known = BUILT_IN_MACROS.map(({ name, arguments: names, definition }) => [
    names.length === 0 ? name : `${name}(${names.join(', ')})`,
    definition,
  ]);

  assert.deepEqual(listed.slice(0, -1), known);
  const filter = createExpander([])('my_filter', []);
  assert.deepEqual(listed.at(-1), ['<anything>_filter', filter]);
});

test('the page of data models lists every built-in one with its datasets', () => {
  const models = readFileSync(
    join(import.meta.dirname, '../../../docs/language/data-models.md'),
    'utf8',
  );
  const listed = models
    .split('\n')
    .map(cellsOf)
    .filter(([first]) => first?.startsWith('`'))
    .map(([name, datasets]) => [codes(name)[0], codes(datasets)]);

  assert.deepEqual(
    listed,
    BUILT_IN_DATA_MODELS.map(({ name, datasets }) => [name, datasets.map((each) => each.name)]),
  );
});
