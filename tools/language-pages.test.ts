import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { EVERY_COMMAND, lint, parse } from '../src/language/index.ts';
import { tableParts } from './language-pages.ts';
import { COMMAND_EXAMPLES } from '../src/language/commands/examples/examples.ts';

const folder = join(dirname(import.meta.dirname), 'docs/language');
const pages = globSync('*.md', { cwd: folder });

function read(page: string): string {
  return readFileSync(join(folder, page), 'utf8');
}

/** The queries of a page that are meant to be run. */
function examplesOf(text: string): string[] {
  return [...text.matchAll(/^```xplain\n([\s\S]*?)\n```$/gm)].map(([, query = '']) => query);
}

test('every command has a page with words of its own behind what the table says', () => {
  for (const name of EVERY_COMMAND.map((command) => command.name)) {
    const text = read(`${name}.md`);
    const [, prose = ''] = text.split('<!-- Written by hand from here on. -->');
    assert.ok(text.startsWith(`# ${name}\n`), name);
    assert.ok(prose.trim().length > 40, `${name} explains nothing`);
  }
});

test('every page belongs to something', () => {
  const known = new Set([
    ...tableParts().keys(),
    'time.md',
    'variables.md',
    'macros.md',
    'data-models.md',
    'differences-from-splunk.md',
    'from-other-languages.md',
  ]);

  assert.deepEqual(
    pages.filter((page) => !known.has(page)),
    [],
  );
});

test('every example of the pages can be read and needs no warning', () => {
  let count = 0;
  for (const page of pages) {
    for (const query of examplesOf(read(page))) {
      const result = parse(query);
      assert.deepEqual(result.diagnostics, [], `${page}: ${query}`);
      const warnings = lint(result).filter(({ severity }) => severity === 'warning');
      assert.deepEqual(warnings, [], `${page}: ${query}`);
      count += 1;
    }
  }
  assert.ok(count >= 2 * EVERY_COMMAND.length, `${count} examples`);
});

test('every example of a command stands on its page', () => {
  for (const command of EVERY_COMMAND) {
    const shown = examplesOf(read(`${command.name}.md`));
    for (const { query } of COMMAND_EXAMPLES[command.name] ?? []) {
      assert.ok(shown.includes(query), query);
    }
  }
});
