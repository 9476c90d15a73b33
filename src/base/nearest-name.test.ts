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
