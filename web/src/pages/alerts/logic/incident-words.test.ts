import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RESOLVED_REASONS } from '../../../../../src/spec/alerts.ts';
import { happeningWords, heldWords, lastedWords, reasonWords } from './incident-words.ts';

const FIRED = '2026-11-15T10:00:00.000Z';
const after = (seconds: number) => Date.parse(FIRED) + seconds * 1_000;

test('it lasts until its end, or until now, in whole minutes', () => {
  assert.equal(lastedWords({ firedAt: FIRED, resolvedAt: null }, after(90)), '1 minute 30 seconds');
  assert.equal(lastedWords({ firedAt: FIRED, resolvedAt: null }, after(-5)), '0 seconds');
  const resolvedAt = new Date(after(3_725)).toISOString();
  assert.equal(lastedWords({ firedAt: FIRED, resolvedAt }, after(9_999)), '1 hour 2 minutes');
});

test('an incident whose rule is unhealthy says why it goes on, until it is resolved', () => {
  const behind = {
    health: 'behind',
    healthDetail: 'Events may be missing: a node was unavailable.',
  } as const;

  assert.equal(
    heldWords({ resolvedAt: null }, behind),
    "Events may be missing: a node was unavailable. The incident can't resolve automatically until this is fixed.",
  );
  assert.equal(heldWords({ resolvedAt: FIRED }, behind), undefined);
  assert.equal(heldWords({ resolvedAt: null }, { health: 'ok', healthDetail: '' }), undefined);
});

test('every reason has words', () => {
  for (const reason of RESOLVED_REASONS) assert.match(reasonWords(reason), / /);
});

test('happenings are told with what is known of them', () => {
  const details = { reason: 'by_hand', by: 'ada@example.com', value: 12, note: null };

  assert.deepEqual(happeningWords({ at: FIRED, kind: 'resolved', details }), {
    title: 'Resolved',
    facts: [
      ['reason', 'resolved manually'],
      ['by', 'ada@example.com'],
      ['value', '12'],
    ],
  });
  assert.equal(
    happeningWords({ at: FIRED, kind: 'member_seen', details: {} }).title,
    'Member seen',
  );
});
