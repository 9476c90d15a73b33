import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import type { BodyToRead, EventReader, ReadBody } from './event-reader.ts';
import { takeTurns } from './take-turns.ts';

const NOTHING: ReadBody = { batch: undefined, refusals: [], items: [] };

function bodyOf(organization: string): BodyToRead {
  return {
    form: { kind: 'json' },
    body: Buffer.alloc(0),
    organization: organizationId(organization),
    index: 'main',
    source: 'shipper',
    now: 0,
    indexes: new Map(),
  };
}

test('one body begins at a time, organizations one after the other, the event loop turns between', async () => {
  const begun: string[] = [];
  let turns = 0;
  const turnsAt: number[] = [];
  const reader: EventReader = {
    read(body) {
      begun.push(body.organization);
      turnsAt.push(turns);
      return NOTHING;
    },
  };
  const fair = takeTurns(reader, 60_000);
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);

  const flood = Array.from({ length: 4 }, () => fair.read(bodyOf('flood')));
  await Promise.all([...flood, fair.read(bodyOf('other'))]);
  isDone = true;

  assert.deepEqual(begun, ['flood', 'flood', 'other', 'flood', 'flood']);
  assert.ok(turnsAt.every((at, i) => i === 0 || at > (turnsAt[i - 1] ?? 0)));
});

test('the next body begins after four turns of the event loop', async () => {
  let turns = 0;
  const begunAt: number[] = [];
  const fair = takeTurns(
    {
      read: () => {
        begunAt.push(turns);
        return NOTHING;
      },
    },
    60_000,
  );
  const reads = [1, 2, 3].map(async () => fair.read(bodyOf('a')));
  const isOver = Promise.all(reads).then(() => true);
  while (begunAt.length < reads.length && turns < 100) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }

  assert.ok(await isOver);
  assert.deepEqual(begunAt, [0, 4, 8]);
});

test('who waits too long is told to send it again, and a body at fault holds up nobody', async () => {
  const never = takeTurns({ read: () => Promise.reject(new Error('broken')) }, 60_000);
  await assert.rejects(async () => never.read(bodyOf('a')), /broken/);
  await assert.rejects(async () => never.read(bodyOf('a')), /broken/);

  const hasty = takeTurns({ read: () => NOTHING }, 0);
  const [, second] = await Promise.allSettled([hasty.read(bodyOf('a')), blocked(hasty)]);

  assert.equal(second.status, 'rejected');
});

/** The first body has its place still when the time of this one is over. */
async function blocked(reader: EventReader): Promise<ReadBody> {
  const waiting = reader.read(bodyOf('a'));
  const until = performance.now() + 20;
  while (performance.now() < until);
  return waiting;
}
