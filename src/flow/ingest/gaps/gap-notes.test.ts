import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { createGapNotes } from './gap-notes.ts';

const acme = organizationId('org_acme');
const birch = organizationId('org_birch');

function bench() {
  let now = 1_000;
  const notes = createGapNotes({ now: () => now });
  const taken = (kind: 'refusing' | 'quota', calmMs: number) => [...notes.take(kind, calmMs)];
  return { notes, taken, pass: (ms: number) => void (now += ms) };
}

test('the first and the last time are noted, for each reason and organization', () => {
  const { notes, taken, pass } = bench();

  notes.refused(acme);
  pass(5);
  notes.refused(acme);
  notes.refused(birch);
  notes.overQuota(birch);

  assert.deepEqual(taken('refusing', 100), [
    [acme, { since: 1_000, lastAt: 1_005 }],
    [birch, { since: 1_005, lastAt: 1_005 }],
  ]);
  assert.deepEqual(taken('quota', 100), [[birch, { since: 1_005, lastAt: 1_005 }]]);
});

test('what is calm for longer than asked is forgotten, and begins anew', () => {
  const { notes, taken, pass } = bench();
  notes.refused(acme);

  pass(100);
  assert.equal(taken('refusing', 100).length, 1);
  pass(1);
  assert.deepEqual(taken('refusing', 100), []);
  notes.refused(acme);

  assert.deepEqual(taken('refusing', 100), [[acme, { since: 1_101, lastAt: 1_101 }]]);
});

test('so many organizations are told apart, and those that are known stay so', () => {
  const { notes, taken, pass } = bench();
  for (let i = 0; i < 20_001; i++) notes.refused(organizationId(`org_${i}`));
  pass(1);
  notes.refused(organizationId('org_0'));

  const noted = taken('refusing', 100);

  assert.equal(noted.length, 20_000);
  assert.deepEqual(noted[0]?.[1], { since: 1_000, lastAt: 1_001 });
  assert.equal(noted.at(-1)?.[0], 'org_19999');
});
