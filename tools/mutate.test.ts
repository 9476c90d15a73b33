import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../test/support/remove-folder.ts';
import { pickChanges } from './mutate.ts';
import { applyChange, describeChange, findChanges } from './mutate/find-changes.ts';
import { createFindTests } from './mutate/find-tests.ts';
import { scoreOf } from './mutate/score.ts';
import { tryChanges, type Trial } from './mutate/try-changes.ts';

/** What becomes of a source, by kind of change. */
function changed(text: string): string[] {
  return findChanges('a.ts', text).map(
    (change) => `${change.kind}: ${applyChange(change, text).trim()}`,
  );
}

test('conditions are negated and removed, comparisons moved by one', () => {
  assert.deepEqual(changed('if (isOpen(a)) stop();'), [
    'condition negated: if (!(isOpen(a))) stop();',
    'condition removed: if (false) stop();',
    'call removed: if (isOpen(a)) ;',
  ]);
  assert.deepEqual(changed('const is = a < b;'), ['comparison: const is = a <= b;']);
  assert.deepEqual(changed('const is = a && b;'), [
    'logic: const is = a || b;',
    'condition removed: const is = a;',
    'condition removed: const is = b;',
  ]);
});

test('constants, sums, returned values and entries of lists are changed', () => {
  assert.deepEqual(changed('const a = { b: 7, c: true };'), [
    'number: const a = { b: 8, c: true };',
    'boolean: const a = { b: 7, c: false };',
  ]);
  assert.deepEqual(changed("const a = b * c + 'text';"), ["arithmetic: const a = b / c + 'text';"]);
  assert.deepEqual(changed('function a() { return b; }'), [
    'returned value: function a() { return undefined; }',
  ]);
  assert.deepEqual(changed("const a = ['b', 'c'];"), [
    "list entry removed: const a = ['c'];",
    "list entry removed: const a = ['b'];",
  ]);
});

test('a statement loses each of its conditions', () => {
  const text = "const rows = db.selectFrom('a').where('b', '=', c).where('d', '=', e);";
  assert.deepEqual(changed(text), [
    "statement condition removed: const rows = db.selectFrom('a').where('b', '=', c);",
    "statement condition removed: const rows = db.selectFrom('a').where('d', '=', e);",
  ]);
});

test('types, assertions, log lines and places in arrays are left alone', () => {
  const text = `import a from 'b';
    type C = 1 | 2;
    interface D { readonly e: true }
    assert(f > 1);
    needs.log.warn({ g: 1 }, 'text');
    timer.unref();
    const h = i[1] as 3;`;
  assert.deepEqual(changed(text), []);
});

test('the numbers of an order and of chance are left alone', () => {
  assert.deepEqual(changed('const a = b < c ? -1 : 1;'), [
    'comparison: const a = b <= c ? -1 : 1;',
  ]);
  assert.deepEqual(changed('const a = 0.5 + Math.random();'), []);
  assert.equal(changed('const a = b ? 1 : 2;').length, 3);
});

test('the same seed picks the same changes, at most one of a line', () => {
  const changes = findChanges('a.ts', 'const a = b < 1;\nconst c = d < 2;\nconst e = f < 3;\n');
  const picked = pickChanges(changes, 10, 5);
  assert.equal(changes.length, 6);
  assert.deepEqual(new Set(picked.map(({ line }) => line)), new Set([1, 2, 3]));
  assert.deepEqual(picked, pickChanges(changes, 10, 5));
  const orders = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
    JSON.stringify(pickChanges(changes, 2, seed)),
  );
  assert.ok(new Set(orders).size > 1);
});

test('tests are found through imports and programs of threads, the nearest first', () => {
  const find = createFindTests(
    new Map([
      ['src/a/base.ts', ''],
      ['src/a/base.test.ts', "import './base.ts';"],
      ['src/a/top.ts', "import './base.ts';"],
      ['src/a/top.test.ts', "import './top.ts';"],
      ['src/b/pool.ts', "const PROGRAM = new URL('../a/base.ts', import.meta.url);"],
      ['src/b/pool.test.ts', "import './pool.ts';"],
      ['src/b/types.test.ts', "import type { A } from '../a/base.ts';"],
      ['src/b/lazy.test.ts', "await import('../a/top.ts');"],
    ]),
    () => 1,
  );
  assert.deepEqual(find('src/a/base.ts'), [
    'src/a/base.test.ts',
    'src/a/top.test.ts',
    'src/b/lazy.test.ts',
    'src/b/pool.test.ts',
  ]);
  assert.deepEqual(find('src/b/pool.ts'), ['src/b/pool.test.ts']);
});

test('quick tests come before slow ones that are hardly nearer, and near ones before far ones', () => {
  const seconds: Partial<Record<string, number>> = {
    'src/a/base.test.ts': 99,
    'src/a/slow.test.ts': 20,
    'src/a/top.test.ts': 1,
    'src/c/far.test.ts': 1,
  };
  const find = createFindTests(
    new Map([
      ['src/a/base.ts', ''],
      ['src/a/base.test.ts', "import './base.ts';"],
      ['src/a/slow.test.ts', "import './base.ts';"],
      ['src/a/top.ts', "import './base.ts';"],
      ['src/a/top.test.ts', "import './top.ts';"],
      ['src/c/far.ts', "import '../a/top.ts';"],
      ['src/c/far.test.ts', "import './far.ts';"],
    ]),
    (file) => seconds[file] ?? 1,
  );

  assert.deepEqual(find('src/a/base.ts'), [
    'src/a/base.test.ts',
    'src/a/top.test.ts',
    'src/a/slow.test.ts',
    'src/c/far.test.ts',
  ]);
});

test('the score has an interval that is not empty at either end', () => {
  assert.deepEqual(rounded(73, 100), [0.73, 0.636, 0.807]);
  assert.deepEqual(rounded(20, 20), [1, 0.839, 1]);
  assert.deepEqual(rounded(0, 20), [0, 0, 0.161]);
  assert.deepEqual(rounded(0, 0), [0, 0, 1]);
});

function rounded(noticed: number, all: number): number[] {
  const { share, from, to } = scoreOf(noticed, all);
  return [share, from, to].map((each) => Math.round(each * 1000) / 1000);
}

test('a change is made in the copy alone, and a test that always fails notices nothing', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'xplain-mutate-test-'));
  t.after(() => removeFolder(root));
  const files = {
    'src/limit.ts': 'export function isOver(count: number): boolean {\n  return count > 3;\n}\n',
    'src/limit.test.ts': testFile('assert.equal(isOver(4), true);'),
    'src/bound.test.ts': testFile('assert.equal(isOver(3), false);'),
    'src/broken.test.ts': testFile('assert.fail();'),
  };
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'node_modules'));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  const [comparison] = findChanges('src/limit.ts', files['src/limit.ts']);
  assert.ok(comparison !== undefined);
  assert.equal(
    describeChange(comparison, files['src/limit.ts']),
    'src/limit.ts:2 comparison: > → >=',
  );
  const attempt = async (tests: readonly string[]): Promise<Trial | undefined> => {
    const options = { secondsMax: 120, lanes: 1, secondsOf: () => 1 };
    const names = tests.map((name) => `src/${name}.test.ts`);
    const project = { root, files: Object.keys(files) };
    const [trial] = await tryChanges(
      project,
      [comparison],
      () => names,
      options,
      () => undefined,
    );
    return trial;
  };

  assert.equal((await attempt(['limit', 'bound']))?.noticedBy, 'src/bound.test.ts');
  const survived = await attempt(['limit', 'broken']);
  assert.equal(survived?.noticedBy, undefined);
  assert.equal(survived?.testsRun, 2);
  assert.deepEqual(survived?.testsUseless, ['src/broken.test.ts']);
  assert.equal(readFileSync(join(root, 'src/limit.ts'), 'utf8'), files['src/limit.ts']);
});

function testFile(assertion: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOver } from './limit.ts';
test('a test', () => { assert.ok(isOver); ${assertion} });
`;
}
