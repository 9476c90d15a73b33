import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { acme } from '../entries.suite.ts';
import { createLedger, type EntryFacts, type Ledger } from './ledger.ts';
import {
  decodeManifest,
  encodeManifest,
  entryRef,
  newManifest,
  sequenceOf,
  type Fate,
} from './manifest.ts';

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

test('the newest is the one with the highest sequence, whatever came last or is gone', () => {
  const ledger = startedLedger();
  const before = ledger.newest;
  for (const each of [more(8), more(12), more(9)]) ledger.addEntry(each);
  const reported = ledger.newest;

  ledger.miss(more(12).ref);

  assert.deepEqual([before, reported, ledger.newest], [0, 12, 12]);
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

const ALL = { eventsMax: 1_000, bytesMax: 1_000 };
const more = (sequence: number, order = 0n): EntryFacts => ({
  ...facts,
  ref: entryRef(sequence, 'm'),
  sequence,
  order,
});

function tell(ledger: Ledger, token: string, fate: Fate, sequence: number, time = 0n): void {
  const manifest = newManifest({ token, fate, entries: [facts.ref], createdAt: 0 });
  ledger.apply({ ...manifest, sequence, time });
}

const refs = (entries: readonly { readonly ref: string }[]) => entries.map(({ ref }) => ref);

test('what waits gets in line at the start, the oldest first', () => {
  const ledger = createLedger(LIMITS.queue);
  for (const each of [more(3, 30n), more(1, 10n), more(2, 20n)]) ledger.addEntry(each);
  tell(ledger, 'held', 'held', 1);
  ledger.addEntry(facts);
  assert.equal(ledger.hasWaiting, false);
  assert.equal(ledger.depthCount.depth.events, 4);

  ledger.start();

  assert.equal(ledger.hasWaiting, true);
  assert.deepEqual(refs(ledger.take(ALL)), ['1.m', '2.m', '3.m']);
  assert.equal(ledger.hasWaiting, false);
});

test('what was taken stands at the front again, unless another node was faster', () => {
  const ledger = startedLedger();
  for (const each of [facts, more(8), more(9)]) ledger.addEntry(each);
  const taken = ledger.take({ eventsMax: 2, bytesMax: 100 });
  assert.deepEqual(refs(taken), ['7.abc', '8.m']);
  assert.deepEqual(
    taken.map(({ isInLine }) => isInLine),
    [false, false],
  );
  tell(ledger, 'other', 'held', 1);

  ledger.putBack(taken);
  ledger.putBack(taken);

  assert.deepEqual(refs(ledger.take(ALL)), ['8.m', '9.m']);
});

test('the fronts are the oldest that wait, and everything that is claimed', () => {
  const ledger = startedLedger();
  for (const each of [facts, more(8), more(9)]) ledger.addEntry(each);
  tell(ledger, 'held', 'held', 1);
  const manifest = newManifest({
    token: 'later',
    fate: 'free',
    entries: [entryRef(50, 'x')],
    createdAt: 0,
  });
  ledger.apply({ ...manifest, sequence: 2, time: 0n });

  assert.deepEqual(refs(ledger.fronts()), ['8.m', '7.abc']);
  assert.deepEqual([...ledger.openClaims.keys()], ['held', 'later']);
});

const PLACES: readonly [fate: Fate, place: string | undefined, events: number, isOpen: boolean][] =
  [
    ['held', 'claimed', 1, true],
    ['free', 'claimed', 1, true],
    ['dead', 'dead', 0, false],
    ['waiting', 'waiting', 1, false],
    ['gone', undefined, 0, false],
  ];

for (const [fate, place, events, isOpen] of PLACES) {
  test(`an entry of a manifest that is ${fate} is ${place ?? 'forgotten'}`, () => {
    for (const isFirst of [true, false]) {
      const ledger = startedLedger();
      if (isFirst) ledger.addEntry(facts);
      tell(ledger, 'token', fate, 1, 5n);
      if (!isFirst) ledger.addEntry(facts);

      assert.equal(ledger.entries.get(facts.ref)?.place, place);
      assert.equal(ledger.depthCount.depth.events, events);
      assert.equal(ledger.openClaims.has('token'), isOpen);
      assert.equal(ledger.hasWaiting, fate === 'waiting');
      assert.equal(ledger.ownerOf(facts.ref)?.fate, fate);
      if (fate === 'waiting') assert.equal(ledger.entries.get(facts.ref)?.order, 5n);
      else if (place !== undefined) assert.equal(ledger.entries.get(facts.ref)?.order, 0n);
    }
  });
}

test('the later of two manifests has an entry, and what is gone stays so', () => {
  const ledger = startedLedger();
  ledger.addEntry(facts);
  tell(ledger, 'one', 'held', 5);
  tell(ledger, 'two', 'dead', 4);
  assert.equal(ledger.ownerOf(facts.ref)?.token, 'one');
  tell(ledger, 'three', 'dead', 6);
  assert.equal(ledger.ownerOf(facts.ref)?.token, 'three');
  assert.equal(ledger.entries.get(facts.ref)?.place, 'dead');
  tell(ledger, 'three', 'held', 6);
  assert.equal(ledger.entries.get(facts.ref)?.place, 'dead');
  tell(ledger, 'three', 'gone', 7);
  tell(ledger, 'four', 'held', 8);
  assert.equal(ledger.ownerOf(facts.ref)?.fate, 'gone');
  tell(ledger, 'three', 'waiting', 9);
  assert.equal(ledger.ownerOf(facts.ref)?.fate, 'waiting');
});

test('with its manifest an entry goes, unless it belongs to another one by now', () => {
  const ledger = startedLedger();
  ledger.addEntry(facts);
  tell(ledger, 'one', 'held', 1);
  tell(ledger, 'two', 'held', 2);

  ledger.drop('one');
  assert.equal(ledger.entries.has(facts.ref), true);
  assert.deepEqual([...ledger.manifests.keys()], ['two']);
  ledger.drop('two');
  ledger.drop('two');

  assert.equal(ledger.entries.has(facts.ref), false);
  assert.equal(ledger.ownerOf(facts.ref), undefined);
  assert.deepEqual([ledger.manifests.size, ledger.openClaims.size], [0, 0]);
  assert.equal(ledger.depthCount.depth.events, 0);
});

test('an entry that is missed is gone from lines and depth, one that is not known changes nothing', () => {
  const ledger = startedLedger();
  for (const each of [facts, more(8)]) ledger.addEntry(each);

  ledger.miss(facts.ref);
  ledger.miss(facts.ref);
  ledger.miss(entryRef(99, 'x'));

  assert.equal(ledger.depthCount.depth.events, 1);
  assert.deepEqual(refs(ledger.takeOldest(10)), ['8.m']);
});

test('a manifest is read as it was written, with what it left out', () => {
  const entries = [entryRef(7, 'abc'), entryRef(5, 'd.e'), entryRef(12, '')];
  const manifest = newManifest({ token: 't', fate: 'held', entries, createdAt: 3, attempts: 2 });

  assert.deepEqual(decodeManifest(encodeManifest(manifest)), {
    token: 't',
    fate: 'held',
    entries: ['7.abc', '5.d.e', '12.'],
    createdAt: 3,
    holder: '',
    attempts: 2,
    notBefore: 0,
    reason: '',
    deadAt: 0,
    isSpilled: false,
  });
  assert.deepEqual(entries.map(sequenceOf), [7, 5, 12]);
  assert.deepEqual((JSON.parse(encodeManifest(manifest)) as { steps: unknown }).steps, [7, -2, 7]);
});
