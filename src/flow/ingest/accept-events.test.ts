import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import { organizationId } from '../../base/ids.ts';
import { FOOTER_BYTES, openPayload } from '../../base/queue-payload.ts';
import type { IngestQueue } from '../../engines/queue/queue.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { acceptEvents, type IngestNeeds, type SentBody, takeEvents } from './accept-events.ts';
import type { BodyToRead, ReadBody } from './reading/event-reader.ts';

const NOW = 1_763_208_000_000;
const organization = organizationId('org_a');
const actor: Actor = {
  organization,
  who: { kind: 'api_key', id: 'key_1', name: 'shipper' },
  permissions: new Set(),
  ipAddress: '127.0.0.1',
  userAgent: 'test',
};
const sent: SentBody = { form: { kind: 'json' }, body: Buffer.from('[{},{}]'), index: 'main' };

interface Course {
  /** Events of the request, and how many of them pipelines leave. */
  readonly accepted?: number;
  readonly queued?: number;
  readonly isHeld?: boolean;
  readonly isSpilling?: boolean;
  readonly allRefused?: boolean;
}

/** An endpoint whose parts only note what they are told; what it hands over is told as it was then. */
function open({ accepted = 2, queued = accepted, ...course }: Course = {}) {
  const told: unknown[] = [];
  const appendTo = (name: string) => ({
    append: async ({
      organization: owner,
      events,
      payload,
    }: Parameters<IngestQueue['append']>[0]) => {
      const { block, sentBytes, acceptedAt } = openPayload(payload);
      told.push([name, owner, events, Buffer.from(block).toString(), sentBytes, acceptedAt]);
      return 7n;
    },
    depth: () => ({ events: 10, bytes: 0, byOrganization: new Map() }),
    nodes: () => 2,
    noteFull: () => {},
    isSpilling: () => course.isSpilling === true,
  });
  const read = (body: BodyToRead): ReadBody => {
    told.push(['read', body.source, body.index, body.now, [...body.indexes]]);
    const payload = Buffer.concat([Buffer.from('block'), Buffer.alloc(FOOTER_BYTES)]);
    const idOf = (position: number): string => `id${position}`;
    const batch = { payload, sentBytes: 41, idOf, accepted, queued, firstRow: 1n, from: 1, to: 2 };
    return { batch: course.allRefused === true ? undefined : batch, refusals: [], items: [] };
  };
  const needs = {
    queue: appendTo('queue'),
    holding: appendTo('holding'),
    heldRoom: {
      require: (owner: string, batch: object) => told.push(['held room', owner, batch]),
    },
    cache: { get: () => new Map([['main', 30]]) },
    clock: { now: () => NOW },
    limits: { ingest: LIMITS.ingest },
    reader: { read },
    backpressure: () => 0,
    noteDepth: ({ events }: { events: number }) => told.push(['depth', events]),
    quota: {
      verdict: () => (course.isHeld === true ? 'held' : 'open'),
      note: (owner: string, bytes: number) => told.push(['quota', owner, bytes]),
    },
    receipts: {
      write: (owner: string, facts: object) => {
        told.push(['receipt', owner, facts]);
        return 'receipt';
      },
    },
    noteAccepted: (events: number, bytes: number) => told.push(['accepted', events, bytes]),
    gaps: { refused: (owner: string) => told.push(['refused', owner]) },
  } as unknown as IngestNeeds;
  return { needs, told };
}

const RECEIPT = { acceptedAt: NOW, firstRow: 1n, from: 1, to: 2, position: 7n };

test('events are read, queued with what counts behind them, charged, and answered with their ids', async () => {
  const { needs, told } = open();

  assert.deepEqual(await acceptEvents(needs, actor, sent), {
    accepted: 2,
    receipt: 'receipt',
    ids: ['id0', 'id1'],
  });

  const facts = { ...RECEIPT, accepted: 2, queued: 2, isHeld: false };
  assert.deepEqual(told, [
    ['read', 'shipper', 'main', NOW, [['main', 30]]],
    ['depth', 5],
    ['queue', organization, 2, 'block', 41, NOW],
    ['quota', organization, 41],
    ['receipt', organization, facts],
    ['accepted', 2, 7],
  ]);
});

test('events over the quota are held, charged later, and answered as throttled', async () => {
  const { needs, told } = open({ isHeld: true });

  const answer = await acceptEvents(needs, actor, sent);

  assert.equal(answer.throttled, true);
  const bytes = 'block'.length + FOOTER_BYTES;
  assert.deepEqual(told.slice(1), [
    ['held room', organization, { events: 2, sentBytes: 41, bytes }],
    ['depth', 5],
    ['holding', organization, 2, 'block', 41, NOW],
    ['receipt', organization, { ...RECEIPT, accepted: 2, queued: 2, isHeld: true }],
    ['accepted', 2, 7],
  ]);
});

test('ids are answered for a hundred events, not for more, and not where some were dropped', async () => {
  const answerTo = (course: Course) => acceptEvents(open(course).needs, actor, sent);

  assert.equal((await answerTo({ accepted: 100 })).ids?.length, 100);
  assert.deepEqual(await answerTo({ accepted: 101 }), { accepted: 101, receipt: 'receipt' });
  assert.deepEqual(await answerTo({ accepted: 3, queued: 1 }), {
    accepted: 3,
    dropped: 2,
    receipt: 'receipt',
  });
});

test('what people send by themselves comes from the web', async () => {
  const { needs, told } = open();
  const who = { kind: 'system', job: 'audit' } as const;

  await acceptEvents(needs, { ...actor, who }, sent);

  assert.deepEqual((told[0] as unknown[])[1], 'web');
});

test('events that find no room are noted as a gap, and nothing is queued or charged', async () => {
  const { needs, told } = open({ isSpilling: true });

  await assert.rejects(
    acceptEvents(needs, actor, sent),
    (error) => error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE',
  );

  assert.deepEqual(told.slice(1), [['refused', organization]]);
});

test('a body of which nothing is left queues nothing', async () => {
  const { needs, told } = open({ allRefused: true });

  assert.equal((await takeEvents(needs, actor, sent)).queued, undefined);
  assert.equal(told.length, 1);
});

test('only a large body waits, as long as it is told, before it is read', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { needs, told } = open();
  const asked: string[] = [];
  const slow = {
    ...needs,
    backpressure: (owner: string) => {
      asked.push(owner);
      return 500;
    },
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  await takeEvents(slow, actor, { ...sent, body: Buffer.alloc(32 * 1024) });
  assert.deepEqual(asked, []);
  told.length = 0;
  const taking = takeEvents(slow, actor, { ...sent, body: Buffer.alloc(32 * 1024 + 1) });
  await turn();
  assert.deepEqual([asked, told], [[organization], []]);
  t.mock.timers.tick(499);
  await turn();
  assert.deepEqual(told, []);
  t.mock.timers.tick(1);

  assert.equal((await taking).queued?.accepted, 2);
});

test('what is known later is waited for: the indexes, the body and the quota', async () => {
  const { needs, told } = open({ isHeld: true });
  const later = {
    ...needs,
    cache: { get: async () => new Map([['web', 7]]) },
    reader: { read: async (body: BodyToRead) => needs.reader.read(body) },
    quota: { ...needs.quota, verdict: async () => 'held' },
  } as unknown as IngestNeeds;

  const { queued, refusals, items } = await takeEvents(later, actor, sent);

  assert.deepEqual([queued?.isHeld, queued?.events, refusals, items], [true, 2, [], []]);
  assert.deepEqual(told[0], ['read', 'shipper', 'main', NOW, [['web', 7]]]);
});

test('the memory of a payload is given back once it is on disk', async () => {
  const { needs } = open();
  const payloads: Uint8Array[] = [];
  const read = async (body: BodyToRead): Promise<ReadBody> => {
    const { batch, ...rest } = await needs.reader.read(body);
    assert(batch !== undefined);
    const payload = new Uint8Array(FOOTER_BYTES);
    payloads.push(payload);
    return { ...rest, batch: { ...batch, payload } };
  };

  await acceptEvents({ ...needs, reader: { read } }, actor, sent);

  assert.deepEqual(
    payloads.map(({ length }) => length),
    [0],
  );
});

test('a queue that cannot write is a gap, too, and its error is passed on', async () => {
  const { needs, told } = open();
  const broken = { ...needs.queue, append: () => Promise.reject(new Error('disk')) };

  await assert.rejects(acceptEvents({ ...needs, queue: broken }, actor, sent), /disk/);

  assert.deepEqual(told.slice(2), [['refused', organization]]);
});
