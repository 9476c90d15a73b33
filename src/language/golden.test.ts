/**
 * Queries and what becomes of them, in files people can read: `golden/*.txt`. A case begins with `>`; below
 * stand the tree, the canonical text and the explanation, or the problems. Lines with `#` are remarks.
 * Run with XPLAIN_GOLDEN=write to write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plainTree } from '../../test/support/language/plain-tree.ts';
import { treeText } from '../../test/support/language/s-expression.ts';
import { lint } from './lint/lint.ts';
import { parse } from './parser/parser.ts';
import { explain, print } from './print/printer.ts';

const folder = join(import.meta.dirname, 'golden');
const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';

/** Remarks stay; everything below a query is computed anew. */
function renew(content: string): string {
  return content
    .split('\n')
    .filter((line) => line.startsWith('#') || line.startsWith('>'))
    .map((line) => (line.startsWith('>') ? answer(line.slice(2)) : line))
    .join('\n\n')
    .replaceAll(/^(#.*)\n\n(?=#)/gm, '$1\n')
    .concat('\n');
}

/** A line break inside a query is written as ⏎. */
function answer(line: string): string {
  const result = parse(line.replaceAll('⏎', '\n'));
  const { query } = result;
  const lines =
    query === undefined
      ? result.diagnostics.map(problemText)
      : [
          `  tree    ${treeText(query)}`,
          `  print   ${print(query)}`,
          `  explain ${explain(query)}`,
          ...lint(result).map(problemText),
        ];
  return [`> ${line}`.trimEnd(), ...lines.map((each) => each.replaceAll('\n', '⏎'))].join('\n');
}

function problemText(
  problem: ReturnType<typeof lint>[number] | ReturnType<typeof parse>['diagnostics'][number],
): string {
  const { severity, code, start, end, message, fix } = problem;
  const change = fix === undefined ? '' : ` [${fix.start}-${fix.end} → ${fix.text}]`;
  return `  ${severity.padEnd(7)} ${code} ${start}-${end}: ${message}${change}`;
}

for (const file of files) {
  test(`the queries of ${file} are read, printed and explained as written there`, () => {
    const path = join(folder, file);
    const content = readFileSync(path, 'utf8');
    const renewed = renew(content);
    if (isWriting) writeFileSync(path, renewed);

    assert.equal(isWriting ? renewed : content, renewed);
  });
}

test('there are at least three hundred cases, and those that can be read survive printing', () => {
  const queries = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('>'))
      .map((line) => line.slice(2).replaceAll('⏎', '\n')),
  );

  assert.ok(queries.length >= 300, `${queries.length} cases`);
  for (const text of queries) {
    const { query } = parse(text);
    if (query === undefined) continue;
    assert.deepEqual(plainTree(parse(print(query)).query), plainTree(query), text);
    assert.deepEqual(plainTree(parse(explain(query)).query), plainTree(query), text);
  }
});
