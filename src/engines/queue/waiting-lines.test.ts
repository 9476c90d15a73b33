import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import { LIMITS } from '../../spec/limits.ts';
import { createWaitingLines, type WaitingLines } from './waiting-lines.ts';

interface Item {
  readonly order: bigint;
  readonly organization: ReturnType<typeof organizationId>;
  readonly events: number;
  readonly bytes: number;
}

const acme = organizationId('org_acme');
const birch = organizationId('org_birch');
const ALL = { eventsMax: 1e9, bytesMax: 1e9 };

function item(order: number, organization = acme, events = 1): Item {
  return { order: BigInt(order), organization, events, bytes: 1 };
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
