import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { organizationId } from '../../base/ids.ts';
import { PLANS } from '../../spec/plans.ts';
import { GB } from '../../spec/units.ts';
import { createHeldRoom } from './held-room.ts';

const acme = organizationId('org_acme');
const birch = organizationId('org_birch');
const limits = LIMITS.ingest;
const HOUR = (PLANS.business.dailyBytes ?? 0) / 24;

interface Held {
  /** Bytes on the disk. */
  readonly acme?: number;
  readonly birch?: number;
  readonly entries?: number;
  readonly nodes?: number;
  readonly diskBytes?: number;
  readonly dailyBytes?: number;
}

function roomOf(held: Held) {
  const told = { full: 0, refused: 0 };
  const byOrganization = new Map(
    (
      [
        [acme, held.acme ?? 0],
        [birch, held.birch ?? 0],
      ] as const
    ).map(([organization, bytes]) => [organization, { events: bytes, bytes }]),
  );
  const bytes = (held.acme ?? 0) + (held.birch ?? 0);
  const room = createHeldRoom({
    holding: {
      depth: () => ({ events: bytes, bytes, byOrganization }),
      // All are birch's.
      entries: (organization) => (organization === acme ? 0 : (held.entries ?? 0)),
      nodes: () => held.nodes ?? 1,
      noteFull: () => void (told.full += 1),
    },
    quota: { dailyBytes: () => held.dailyBytes ?? PLANS.business.dailyBytes ?? undefined },
    limits,
    diskBytes: () => held.diskBytes ?? 1_000 * GB,
    noteRefused: (events) => void (told.refused += events),
  });
  return { room, told };
}

const batch = (bytes: number, sentBytes = bytes) => ({ events: 3, bytes, sentBytes });

test('an organization has room for what its plan takes in an hour, and not for a byte more', () => {
  const { room, told } = roomOf({ acme: Math.floor(HOUR) - 10 });

  room.require(acme, batch(10));
  assert.throws(() => room.require(acme, batch(11)), {
    code: 'QUEUE_FULL',
    facts: { retryAfterSeconds: 60 },
  });
  assert.deepEqual(told, { full: 0, refused: 3 });
});

test('what counts is what was sent, not what it takes on the disk', () => {
  const small = roomOf({ acme: Math.floor(HOUR / 2) }).room;
  const large = roomOf({ acme: Math.floor(HOUR * 2) }).room;

  assert.throws(() => small.require(acme, batch(1_000, 2_000)), { code: 'QUEUE_FULL' });
  large.require(acme, batch(1_000, 490));
  assert.throws(() => large.require(acme, batch(1_000, 1_000)), { code: 'QUEUE_FULL' });
});

test('events that pipelines dropped do not change what others are taken for', () => {
  const { room } = roomOf({ acme: Math.floor(HOUR / 2) });

  room.require(acme, batch(100));
  room.require(acme, { events: 0, bytes: 16, sentBytes: 1_000_000 });
  room.require(acme, batch(100));
});

test('a small quota has the smallest room', () => {
  const { heldBytesMin } = limits;
  const { room } = roomOf({ dailyBytes: 1, acme: heldBytesMin - 10 });

  room.require(acme, batch(10));
  assert.throws(() => room.require(acme, batch(11)), { code: 'QUEUE_FULL' });
});

test('all organizations have a part of the disk, and each at most half of it', () => {
  const share = 10 * limits.heldDiskRatioMax * GB;
  const most = share * limits.heldShareRatioMax;
  const at = (held: Held) => roomOf({ diskBytes: 10 * GB, ...held });

  at({ acme: most - 10 }).room.require(acme, batch(10));
  assert.throws(() => at({ acme: most - 10 }).room.require(acme, batch(11)), {
    code: 'QUEUE_FULL',
  });
  at({ birch: share - 10 }).room.require(acme, batch(10));
  const { room, told } = at({ birch: share - 10 });
  assert.throws(() => room.require(acme, batch(11)), { code: 'QUEUE_FULL' });
  assert.deepEqual(told, { full: 1, refused: 3 });
  at({ birch: share - 10, nodes: 2 }).room.require(acme, batch(11));
  assert.equal(at({}).room.bytesMax(), share);
});

test('the requests that a node has in mind have a number', () => {
  const { heldEntriesMax, heldShareRatioMax } = limits;
  const at = (entries: number) => roomOf({ entries }).room;

  at(heldEntriesMax - 1).require(acme, batch(10));
  assert.throws(() => at(heldEntriesMax).require(acme, batch(10)), { code: 'QUEUE_FULL' });
  at(heldEntriesMax * heldShareRatioMax - 1).require(birch, batch(10));
  assert.throws(() => at(heldEntriesMax * heldShareRatioMax).require(birch, batch(10)), {
    code: 'QUEUE_FULL',
  });
});
