import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { fits, renameByStars, starsOf } from './shape.ts';
import type { Pattern } from '../tree/node.ts';

test('a star stands for as little as possible, the last one for the rest', () => {
  assert.deepEqual(starsOf(['', ''], 'abc'), ['abc']);
  assert.deepEqual(starsOf(['a', 'c'], 'abc'), ['b']);
  assert.deepEqual(starsOf(['', '_', ''], 'x_y_z'), ['x', 'y_z']);
  assert.deepEqual(starsOf(['abc'], 'abc'), []);
  assert.equal(starsOf(['ab', 'bc'], 'abc'), undefined);
  assert.equal(renameByStars('x_y_z', ['', '_', ''], ['', '.', '']), 'x.y_z');
  assert.equal(renameByStars('other', ['a', ''], ['b', '']), undefined);
});

test('the walk finds what an expression with shortest matches finds', () => {
  const seed = 71;
  const random = seededRandom(seed);
  const text = (max: number): string =>
    Array.from({ length: random.integer(0, max) }, () => random.pick(['a', 'b'])).join('');

  for (let round = 0; round < 2_000; round++) {
    const pattern: Pattern = [
      text(1),
      ...Array.from({ length: random.integer(0, 4) }, () => text(2)),
    ];
    const name = text(8);
    const [, ...stars] = new RegExp(`^${pattern.join('(.*?)')}$`).exec(name) ?? [];
    const isFit = new RegExp(`^${pattern.join('.*')}$`).test(name);

    assert.equal(fits(pattern, name), isFit, `${pattern.join('*')} ${name} seed ${seed}`);
    if (isFit) assert.deepEqual(starsOf(pattern, name), stars, `${pattern.join('*')} ${name}`);
  }
});

test('a pattern of many stars takes no longer than one of few', () => {
  const stars = 60;
  const pattern: Pattern = ['', ...Array.from({ length: stars }, () => 'a'), 'c', ''];
  const name = `${'a'.repeat(stars)}c${'a'.repeat(150)}`;

  const before = process.threadCpuUsage().user;
  const renamed = renameByStars(name, pattern, pattern);
  const micros = process.threadCpuUsage().user - before;

  assert.equal(renamed, name);
  assert.ok(micros < 50_000, `took ${micros} µs`);
});
