import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from './nearest-name.ts';

const known = ['XPLAIN_PORT', 'XPLAIN_HOST', 'XPLAIN_OTLP_PORT', 'XPLAIN_ROLES'];

test('a slip of the finger finds the name that was meant', () => {
  assert.equal(nearestName('XPLAIN_PROT', known), 'XPLAIN_PORT');
  assert.equal(nearestName('XPLAIN_ROLE', known), 'XPLAIN_ROLES');
  assert.equal(nearestName('XPLAIN_OTLPPORT', known), 'XPLAIN_OTLP_PORT');
  assert.equal(nearestName('xplain_host', known), 'XPLAIN_HOST');
});

test('a name far from all others finds none', () => {
  assert.equal(nearestName('XPLAIN_SOMETHING_ELSE', known), undefined);
  assert.equal(nearestName('x', ['version', 'config']), undefined);
  assert.equal(nearestName('', []), undefined);
});

test('two swapped neighbours are nearer than two replaced characters', () => {
  assert.equal(nearestName('ab', ['xy', 'ba']), 'ba');
});

test('of names that are as near the first is taken, and a nearer one wins wherever it stands', () => {
  assert.equal(nearestName('cat', ['bat', 'hat']), 'bat');
  assert.equal(nearestName('count', ['cxyt', 'cxunt', 'could']), 'cxunt');
});

test('a short name may differ in two characters, a longer one in a third of them', () => {
  const rows: readonly (readonly [name: string, known: string, isNear: boolean])[] = [
    ['abc', 'axy', true],
    ['abc', 'xyz', false],
    ['abcdefgh', 'abcdefXY', true],
    ['abcdefgh', 'abcdeXYZ', false],
    ['abcdefghi', 'abcdefXYZ', true],
    ['abcdefghi', 'abcdeWXYZ', false],
    ['abcdefghijkl', 'abcdefghWXYZ', true],
    ['abcdefghijkl', 'abcdefgVWXYZ', false],
    ['ab', 'abcd', true],
    ['ab', 'abcde', false],
    ['abcd', 'ab', true],
    ['abcde', 'ab', false],
  ];
  for (const [name, other, isNear] of rows) {
    assert.equal(nearestName(name, [other]), isNear ? other : undefined, `${name} ${other}`);
  }
});

test('inserting, leaving out, replacing and swapping cost one each', () => {
  const rows: readonly (readonly [name: string, nearer: string, further: string])[] = [
    ['abcdef', 'abcdefg', 'abcdxy'],
    ['abcdef', 'bcdef', 'abcdxy'],
    ['abcdef', 'xbcdef', 'xycdef'],
    ['abcdef', 'bacdef', 'xycdef'],
    ['abcdef', 'abcdfe', 'abcdxy'],
    ['abcdef', 'abdcef', 'abxyef'],
    // Only neighbours that stand the other way round are swapped.
    ['abcdef', 'abxdef', 'acxdef'],
  ];
  for (const [name, nearer, further] of rows) {
    assert.equal(nearestName(name, [further, nearer]), nearer, `${name} ${nearer}`);
    assert.equal(nearestName(name, [further]), further, `${name} ${further}`);
  }
});
