import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestedEvent } from '../../../../../src/contract/pipelines.ts';
import { fateOf, fatesOf, unmaskedKinds } from './tried-summary.ts';

type Outcome = TestedEvent['pipelines'][number]['steps'][number]['outcome'];

const shown = {
  event: 'x',
  index: 'main',
  level: 'info',
  source: 's',
  timestamp: '',
  attributes: {},
};

function tried(matched: boolean, ...outcomes: Outcome[]): TestedEvent {
  return {
    before: shown,
    pipelines: [
      {
        name: 'p',
        matched,
        steps: outcomes.map((outcome) => ({ kind: 'drop', outcome, micros: 1 })),
      },
    ],
    after: outcomes.includes('dropped') ? null : shown,
    unmasked: [],
  };
}

test('the worst that happened to an event counts', () => {
  assert.equal(fateOf(tried(false)), 'not matched');
  assert.equal(fateOf(tried(true, 'unchanged')), 'unchanged');
  assert.equal(fateOf(tried(true, 'unchanged', 'changed')), 'changed');
  assert.equal(fateOf(tried(true, 'changed', 'dropped')), 'dropped');
  assert.equal(fateOf(tried(true, 'failed', 'changed')), 'failed');
});

test('events are counted by their fate', () => {
  const counts = fatesOf([tried(false), tried(true, 'changed'), tried(true, 'changed')]);
  assert.deepEqual(
    [...counts],
    [
      ['not matched', 1],
      ['changed', 2],
    ],
  );
});

test('what is left unmasked is told by kind, with its fields and how many events hold it', () => {
  const left = (...fields: string[]): TestedEvent => ({
    ...tried(true, 'changed'),
    unmasked: fields.map((field) => ({ field, kind: 'email' })),
  });
  const card = { ...left(), unmasked: [{ field: 'note', kind: 'card' }] };

  assert.deepEqual(unmaskedKinds([left('to', 'cc'), card, left('to'), left()]), [
    { kind: 'email', fields: ['to', 'cc'], count: 2 },
    { kind: 'card', fields: ['note'], count: 1 },
  ]);
});
