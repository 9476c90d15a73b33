import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { acme } from '../entries.suite.ts';
import { createLedger, type EntryFacts, type Ledger } from './ledger.ts';
import { entryRef, newManifest, type Fate } from './manifest.ts';

const facts: EntryFacts = {
  ref: entryRef(7, 'abc'),
  sequence: 7,
  organization: acme,
  events: 1,
  bytes: 10,
  chunks: undefined,
  order: 0n,
};

function startedLedger(): Ledger {
  const ledger = createLedger(LIMITS.queue);
  ledger.start();
  return ledger;
}

function apply(ledger: Ledger, fate: Fate, sequence: number): void {
  const manifest = newManifest({ token: 'token', fate, entries: [facts.ref], createdAt: 0 });
  ledger.apply({ ...manifest, sequence, time: 0n });
}

test('an entry counts once, however often it is told of', () => {
  const ledger = startedLedger();

  for (let time = 0; time < 3; time++) ledger.addEntry(facts);

  assert.equal(ledger.depthCount.depth.events, 1);
  assert.deepEqual(
    ledger.takeOldest(10).map(({ ref }) => ref),
    [facts.ref],
  );
});

test('an entry that is gone stays so, however often it is told of', () => {
  const ledger = startedLedger();
  apply(ledger, 'gone', 2);

  for (let time = 0; time < 3; time++) ledger.addEntry(facts);

  assert.equal(ledger.hasWaiting, false);
  assert.equal(ledger.depthCount.depth.events, 0);
});

test('entries and manifests may arrive in any order', () => {
  for (const order of [
    ['entry', 'held', 'dead'],
    ['held', 'entry', 'dead'],
    ['held', 'dead', 'entry'],
    ['dead', 'entry', 'held'],
    ['dead', 'held', 'entry'],
  ] as const) {
    const ledger = startedLedger();

    for (const step of order) {
      if (step === 'entry') ledger.addEntry(facts);
      else apply(ledger, step, step === 'held' ? 1 : 2);
    }

    assert.equal(ledger.entries.get(facts.ref)?.place, 'dead', order.join());
    assert.equal(ledger.openClaims.size, 0);
    assert.equal(ledger.depthCount.depth.events, 0);
  }
});
