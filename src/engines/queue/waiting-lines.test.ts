import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import { LIMITS } from '../../spec/limits.ts';
import { createWaitingLines, isAdmitted, type WaitingLines } from './waiting-lines.ts';

interface Item {
  readonly order: bigint;
  readonly organization: ReturnType<typeof organizationId>;
  readonly events: number;
  readonly bytes: number;
}

const acme = organizationId('org_acme');
const birch = organizationId('org_birch');
const ALL = { eventsMax: 1e9, bytesMax: 1e9 };

function item(order: number, organization = acme, events = 1, bytes = 1): Item {
  return { order: BigInt(order), organization, events, bytes };
}

function linesOf(...items: readonly Item[]): WaitingLines<Item> {
  const lines = createWaitingLines<Item>(LIMITS.queue, ({ order }) => order);
  for (const one of items) lines.add(one);
  return lines;
}

function orders(items: readonly Item[]): number[] {
  return items.map(({ order }) => Number(order));
}

test('what is put back stands at the front again, in its order', () => {
  const lines = linesOf(item(1), item(2), item(3), item(4, birch));
  const taken = lines.take({ eventsMax: 2, bytesMax: 100 });
  assert.deepEqual(orders(taken), [1, 2]);

  lines.putBack(taken);

  assert.deepEqual(orders(lines.takeAll(acme)), [1, 2, 3]);
  assert.deepEqual(orders(lines.take(ALL)), [4]);
  assert.equal(lines.isEmpty, true);
});

test('a long line is worked off in order while it grows', () => {
  const lines = linesOf();
  const taken: number[] = [];
  let added = 0;
  while (added < 10_000) {
    for (let n = 0; n < 3; n++) lines.add(item(++added));
    taken.push(...orders(lines.take({ eventsMax: 2, bytesMax: 100 })));
  }
  taken.push(...orders(lines.take(ALL)));
  while (!lines.isEmpty) taken.push(...orders(lines.take(ALL)));

  assert.deepEqual(
    taken,
    Array.from({ length: added }, (_, number) => number + 1),
  );
});

test('the oldest are taken across organizations, as many as needed', () => {
  const lines = linesOf(item(3), item(5), item(1, birch), item(4, birch));

  assert.deepEqual(orders(lines.takeOldest(2)), [1, 3]);
  assert.deepEqual(orders(lines.takeOldest(100)), [4, 5]);
  assert.deepEqual(orders(lines.takeOldest(1)), []);
  assert.equal(lines.isEmpty, true);
});

test('one that another node took leaves the line wherever it stands', () => {
  const [one, two, three] = [item(1), item(2), item(3)];
  const lines = linesOf(one, two, three);

  lines.remove(two);
  lines.remove(two);
  assert.deepEqual(orders(lines.take({ eventsMax: 1, bytesMax: 1 })), [1]);
  lines.remove(three);

  assert.equal(lines.isEmpty, true);
  lines.remove(one);
});

const cedar = organizationId('org_cedar');

function limited(claimEntriesMax: number, turnEvents: number, ...items: readonly Item[]) {
  const lines = createWaitingLines<Item>({ claimEntriesMax, turnEvents }, ({ order }) => order);
  for (const one of items) lines.add(one);
  return lines;
}

test('a claim has at least one entry, and more while entries, events and bytes fit', () => {
  const five = () => limited(3, 100, ...[1, 2, 3, 4, 5].map((order) => item(order, acme, 2, 10)));

  assert.deepEqual(orders(five().take({ eventsMax: 1, bytesMax: 1 })), [1]);
  assert.deepEqual(orders(five().take(ALL)), [1, 2, 3]);
  assert.deepEqual(orders(five().take({ eventsMax: 4, bytesMax: 1e9 })), [1, 2]);
  assert.deepEqual(orders(five().take({ eventsMax: 5, bytesMax: 1e9 })), [1, 2]);
  assert.deepEqual(orders(five().take({ eventsMax: 1e9, bytesMax: 20 })), [1, 2]);
  assert.deepEqual(orders(five().take({ eventsMax: 1e9, bytesMax: 29 })), [1, 2]);
  assert.deepEqual(orders(limited(3, 100).take(ALL)), []);
});

test('each organization has a turn of so many events, then the next one has its own', () => {
  const lines = limited(
    100,
    2,
    ...[1, 2, 3, 4, 5].map((order) => item(order)),
    item(6, birch, 3),
    item(7, birch),
    item(8, cedar),
  );

  assert.deepEqual(orders(lines.take({ eventsMax: 6, bytesMax: 1e9 })), [1, 2, 6, 8]);
  assert.deepEqual(orders(lines.take({ eventsMax: 3, bytesMax: 1e9 })), [3, 4, 7]);
  assert.deepEqual(orders(lines.take(ALL)), [5]);
  assert.equal(lines.isEmpty, true);
});

test('who did not fit is the first of the next claim, and who is full ends the claim', () => {
  const lines = limited(100, 10, item(1, acme, 1), item(2, birch, 5), item(3, cedar, 1));

  assert.deepEqual(orders(lines.take({ eventsMax: 3, bytesMax: 1e9 })), [1, 3]);
  assert.deepEqual(orders(lines.take({ eventsMax: 3, bytesMax: 1e9 })), [2]);
  const bytes = limited(100, 10, item(1, acme, 1, 5), item(2, birch, 0, 0));
  assert.deepEqual(orders(bytes.take({ eventsMax: 9, bytesMax: 5 })), [1]);
  const events = limited(100, 10, item(1, acme, 5), item(2, birch, 0, 0));
  assert.deepEqual(orders(events.take({ eventsMax: 5, bytesMax: 9 })), [1]);
});

test('a claim may leave organizations out, which keep their place', () => {
  const lines = limited(100, 10, item(1), item(2, birch));
  const admits = (organization: Item['organization']): boolean => organization === birch;

  assert.deepEqual(orders(lines.take({ ...ALL, admits })), [2]);
  assert.deepEqual(orders(lines.take({ ...ALL, admits })), []);
  assert.deepEqual(orders(lines.take(ALL)), [1]);
  assert.equal(isAdmitted([item(1), item(2, birch)], { ...ALL, admits }), false);
  assert.equal(isAdmitted([item(2, birch)], { ...ALL, admits }), true);
  assert.equal(isAdmitted([item(1)], ALL), true);
});

test('the fronts are the oldest of each organization, also of a line that was worked off in part', () => {
  const lines = linesOf(item(1), item(2), item(3, birch));
  lines.take({ eventsMax: 1, bytesMax: 1e9 });

  assert.deepEqual(new Set(orders(lines.fronts())), new Set([2, 3]));
  assert.deepEqual(orders(lines.takeAll(acme)), [2]);
  assert.deepEqual(orders(lines.takeAll(acme)), []);
  assert.deepEqual(orders(lines.fronts()), [3]);
});

test('a line that was worked off far is in order wherever one is taken out or put back', () => {
  const items = Array.from({ length: 200 }, (_, i) => item(i));
  const lines = linesOf(...items);
  const taken = lines.take({ eventsMax: 150, bytesMax: 1e9 });
  assert.equal(taken.length, 150);
  const [first] = items;
  assert(first !== undefined);

  lines.remove(first);
  lines.remove(items[160] ?? first);
  lines.remove(items[150] ?? first);
  lines.putBack(taken.slice(148));

  const left = orders(lines.takeAll(acme));
  assert.deepEqual(left.slice(0, 4), [148, 149, 151, 152]);
  assert.equal(left.includes(160), false);
  assert.equal(left.length, 50);
});

test('the oldest of equal age is the one whose organization waits first', () => {
  assert.deepEqual(orders(linesOf(item(1), item(1, birch)).takeOldest(1)), [1]);
  const lines = linesOf(item(2), item(1, birch), item(1, cedar));
  const [oldest] = lines.takeOldest(1);
  assert.equal(oldest?.organization, birch);
});
