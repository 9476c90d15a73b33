import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minePatterns } from './mine-patterns.ts';

const NAMES = 'ann ben cho dee eve fay gus hal ida jon kim leo'.split(' ');

function mine(rows: readonly string[], simThreshold?: number): string[] {
  const options = simThreshold === undefined ? {} : { simThreshold };
  return minePatterns(rows, options).patterns.map(({ count, template }) => `${count} ${template}`);
}

/** The fewest values that make a variable of the column `?`; 13 when twelve are not enough. */
function valuesNeeded(sentence: string, simThreshold?: number): number {
  let needed = 2;
  while (needed <= 12) {
    const rows = NAMES.slice(0, needed).map((name) => sentence.replace('?', name));
    if (mine(rows, simThreshold).length === 1) return needed;
    needed += 1;
  }
  return needed;
}

test('a plain word with six values is a variable', () => {
  assert.equal(valuesNeeded('the door ? was shut'), 6);
  assert.deepEqual(mine(NAMES.slice(0, 6).map((name) => `the door ${name} was shut`)), [
    '6 the door <*> was shut',
  ]);
});

test('the more alike rows must be, the more values it takes', () => {
  for (const [simThreshold, values] of [
    [0, 2],
    [0.1, 3],
    [0.2, 4],
    [0.3, 5],
    [0.4, 6],
    [0.5, 8],
    [0.6, 11],
    [0.8, 13],
    [1, 13],
  ] as const) {
    assert.equal(valuesNeeded('the door ? was shut', simThreshold), values, `${simThreshold}`);
  }
});

test('behind for, from and by three values are enough in a phrase of three words', () => {
  for (const word of ['for', 'from', 'by']) {
    assert.equal(valuesNeeded(`opened door ${word} ?`), 3, word);
    assert.equal(valuesNeeded(`door ${word} ? shut`), 3, word);
    assert.equal(valuesNeeded(`door ${word} ?`), 6, word);
  }
  for (const word of ['of', 'on', 'to', 'as', 'with', 'in', 'at', 'via']) {
    assert.equal(valuesNeeded(`opened door ${word} ?`), 6, word);
  }
});

test('behind a preposition and a thing three values are enough', () => {
  for (const word of ['for', 'from', 'by', 'of', 'on', 'to', 'as', 'with', 'in', 'at']) {
    assert.equal(valuesNeeded(`opened ${word} table ?`), 3, word);
  }
  assert.equal(valuesNeeded('opened via table ?'), 6);
  assert.equal(valuesNeeded('opened on the table ?'), 6);
  assert.equal(valuesNeeded('on table ?'), 6);
});

test('two names are a variable, and so are values half of which are names', () => {
  assert.equal(valuesNeeded('open the ?.door now'), 2);
  const open = (...values: readonly string[]) =>
    mine(values.map((value) => `open the ${value} now`)).length;
  assert.equal(open('a.b', 'ben'), 1);
  assert.equal(open('a.b', 'ben', 'cho'), 3);
  assert.equal(open('a.b', 'ben', 'cho', 'd.e'), 1);
  assert.equal(open('<*>', 'ben', 'cho', 'dee'), 1);
});

test('what is shared must outweigh what varies, names by half', () => {
  const varying = (row: (first: string, second: string, third: string) => string) =>
    mine(
      NAMES.slice(0, 6).map((name, at) =>
        row(name, NAMES[(at * 5) % 6] ?? '', NAMES[(at + 2) % 6] ?? ''),
      ),
    ).length;
  assert.equal(
    varying((first, second) => `go ${first} ${second}`),
    6,
  );
  assert.equal(
    varying((first, second) => `go on ${first} ${second}`),
    1,
  );
  assert.equal(
    varying((first, second, third) => `go on ${first} ${second} ${third}`),
    1,
  );
  assert.equal(
    varying((first, second, third) => `go ${first} ${second} ${third}`),
    6,
  );
  const named = (...kinds: readonly string[]) =>
    mine(['ann', 'ben'].map((name) => `go ${kinds.map((kind) => `${kind}.${name}`).join(' ')}`));
  assert.equal(named('a', 'b', 'c').length, 1);
  assert.equal(named('a', 'b', 'c', 'd').length, 2);
});

test('rows without a word in common share a pattern only where nothing must be alike', () => {
  assert.equal(mine(NAMES).length, 12);
  assert.deepEqual(mine(NAMES, 0), ['12 <*>']);
  assert.equal(mine(NAMES, 0.01).length, 12);
});

test('the column with the fewest values is split first', () => {
  const rows = NAMES.slice(0, 6).flatMap((name) => [
    `the door ${name} is up now`,
    `the door ${name} is down now`,
  ]);
  assert.deepEqual(mine(rows), ['6 the door <*> is up now', '6 the door <*> is down now']);
});

test('among many signatures a plain word needs more values', () => {
  const letter = (code: number): string => String.fromCharCode(97 + code);
  const rows = (count: number, values: number) =>
    Array.from(
      { length: count },
      (_, at) =>
        `the ${NAMES[at % values]} was seen by z${letter(at % 26)}${letter(Math.floor(at / 26))} here`,
    );
  assert.equal(mine(rows(90, 6)).length, 1);
  assert.equal(mine(rows(91, 6)).length, 6);
  assert.equal(mine(rows(181, 7)).length, 1);
  assert.equal(mine(rows(182, 7)).length, 7);
  assert.equal(mine(rows(182, 7), 0.2).length, 1);
});

test('rows with other marks, or with marks elsewhere, have patterns of their own', () => {
  const rows = NAMES.flatMap((name) => [
    `the ${name}, was shut`,
    `the ${name}; was shut`,
    `the ${name} was, shut`,
  ]);
  assert.deepEqual(mine(rows), [
    '12 the <*>, was shut',
    '12 the <*>; was shut',
    '12 the <*> was, shut',
  ]);
});
