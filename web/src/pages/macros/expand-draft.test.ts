import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandDraft } from './expand-draft.ts';
import { EMPTY_MACRO } from './macro-form.ts';

const FAILED = {
  ...EMPTY_MACRO,
  name: 'failed',
  arguments: ['service'],
  definition: '`base` service=$service$ level=error',
};
const BASE = { name: 'base', arguments: [], definition: 'index=web' };

test('a draft replaces what is stored, and calls what is stored', () => {
  const stored = { ...BASE, name: 'failed', arguments: ['service'], definition: 'level=fatal' };

  assert.deepEqual(expandDraft('`failed(shop)`', FAILED, [stored, BASE]), {
    text: 'index=web service=shop level=error',
    problem: undefined,
  });
});

test('what cannot be expanded or read is told', () => {
  const refused = { ...FAILED, validation: 'isint(service)', errorMessage: 'A number, please.' };

  assert.match(expandDraft('`failed(shop)`', FAILED, []).problem ?? '', /base/);
  assert.match(expandDraft('`failed(shop)`', refused, [BASE]).problem ?? '', /A number, please/);
  const half = expandDraft('`failed(shop)` | stats', FAILED, [BASE]);
  assert.equal(half.text, 'index=web service=shop level=error | stats');
  assert.notEqual(half.problem, undefined);
});
