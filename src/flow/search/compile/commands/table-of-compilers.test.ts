import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { COMMANDS } from '../../../../language/index.ts';
import { COMPILERS, type StageCompilers } from './table-of-compilers.ts';

test('every command of the language has its compiler, in a file of its own', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => !name.endsWith('.test.ts') && name !== 'table-of-compilers.ts',
  );

  assert.deepEqual(Object.keys(COMPILERS).toSorted(), Object.keys(COMMANDS).toSorted());
  assert.deepEqual(
    files.toSorted(),
    Object.keys(COMMANDS)
      .map((name) => `${name}.ts`)
      .toSorted(),
  );
});

test('a table that lacks a command, or has the compiler of another, is an error of types', () => {
  const { where, ...others } = COMPILERS;

  // @ts-expect-error where is missing.
  const short: StageCompilers = others;
  // @ts-expect-error head stands where another command is to be compiled.
  const mixed: StageCompilers = { ...others, where: COMPILERS.head };

  assert.equal(typeof where, 'function');
  assert.ok(!('where' in short));
  assert.equal(mixed.where, COMPILERS.head);
});
