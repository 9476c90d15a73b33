import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Codes of characters are numbers, and no thresholds. */
const NO_THRESHOLDS = /^(?:UNDERSCORE|BACKSLASH|OPENING_BRACKET)$/;
const NAMED = /const ([A-Z]\w*)(?:: number)? = [\d._]+;$/gm;
const FRACTION = /^(?! *(?:\*|\/\/|\/\*)).*(?<![\d.\\\w"'`>-])0?\.\d+(?![\d.]*[\\\w])/gm;

/** Of the source without comments, texts and expressions, in which numbers are not compared with anything. */
function numbersOf(source: string): { readonly named: string[]; readonly fractions: string[] } {
  const code = source.replaceAll(/\/\*[^]*?\*\/|\/\/.*$|`[^`]*`/gm, '');
  const named = [...code.matchAll(NAMED)].map(([, name = '']) => name);
  const fractions = (code.match(FRACTION) ?? []).filter(
    (line) => !/^ +half: |\/.*\/[a-z]*[,;]?$/.test(line),
  );
  return { named: named.filter((name) => !NO_THRESHOLDS.test(name)), fractions };
}

test('no other file of the room has a threshold of its own', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts') && file !== 'thresholds.ts',
  );

  assert.ok(files.length > 30);
  for (const file of files) {
    const found = numbersOf(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'));
    assert.deepEqual(found, { named: [], fractions: [] }, file);
  }
});

test('a threshold beside the table is found, by its name or by its fraction', () => {
  assert.deepEqual(numbersOf('const PLAIN_TROUBLE = 0.7;\n').named, ['PLAIN_TROUBLE']);
  assert.deepEqual(numbersOf('const WORDS_MIN = 3;\n').named, ['WORDS_MIN']);
  assert.equal(numbersOf('return share > 0.65;\n').fractions.length, 1);
  assert.deepEqual(numbersOf('// About 0.65 of them.\nreturn share;\n').fractions, []);
});
