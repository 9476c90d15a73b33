/** Large bodies of an organization with pipelines, which another thread reads and transforms. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type Seen, startIngest } from '../../../test/support/ingest/start-ingest.ts';
import { pipelineNeeds } from '../../../test/support/ingest/start-pipelines.ts';
import {
  openWatchedReader,
  type WatchedReader,
} from '../../../test/support/ingest/watched-reader.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { pipelineRoutes } from './routes.ts';

interface Accepted {
  readonly accepted: number;
  readonly dropped?: number;
}

async function start(t: TestContext, pipelinesMsMax?: number) {
  let opened: WatchedReader | undefined;
  const endpoints = await startIngest(t, {
    mount: (app, access) => pipelineRoutes(app, pipelineNeeds(access)),
    openReader: (needs) => (opened = openWatchedReader(needs, pipelinesMsMax)),
    // On a busy machine slow patterns wait more than they work.
    limits: { ...LIMITS, pipelines: { ...LIMITS.pipelines, requestMsMax: 600_000 } },
  });
  assert.ok(opened !== undefined);
  const threads = opened;
  t.after(() => threads[Symbol.asyncDispose]());
  const admin = await endpoints.newKey('full-access');
  const send = async (path: string, body: string, key = endpoints.key) => {
    const answer = await fetch(endpoints.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
    return { status: answer.status, body: (await answer.json()) as { data: Accepted } };
  };
  return {
    threads,
    queued: endpoints.queued,
    create: async (pipeline: object): Promise<void> => {
      const { status } = await send('/api/v1/pipelines', JSON.stringify(pipeline), admin);
      assert.equal(status, 201);
    },
    push: (events: readonly object[]) => send('/api/v1/logs/batch', JSON.stringify(events)),
    bulk: (body: string) => send('/_bulk', body),
  };
}

const EVENTS = Array.from({ length: 1_000 }, (_, i) => ({
  event:
    i % 3 === 0 ? `{"user":"user${i}@example.com","severity":"WARNING"}` : `GET /page/${i} 200`,
  source: i % 2 === 0 ? 'shop' : 'web',
  timestamp: Date.now() - i,
}));

const SHOP = {
  name: 'Shop',
  match: 'source=shop',
  steps: [
    { kind: 'parse_json' },
    { kind: 'extract_level', field: 'severity', isOptional: true },
    { kind: 'mask', fields: ['*'], what: ['email'], with: 'hash' },
    { kind: 'route', index: 'apps' },
  ],
};
const SAMPLE = { name: 'Less', match: 'source=web', steps: [{ kind: 'sample', rate: 0.3 }] };

/** What does not depend on when and how it came. */
function contents(seen: readonly Seen[]): unknown[] {
  return seen.map(({ rowId: _rowId, receivedAt: _receivedAt, ...record }) => record);
}

test('they are parsed, masked, moved, sampled and marked there as they are here', async (t) => {
  const { threads, create, push, queued } = await start(t);
  await create(SHOP);
  await create(SAMPLE);

  const there = await push(EVENTS);
  const seenThere = queued();
  threads.isOn = false;
  const here = await push(EVENTS);
  const seenHere = queued();

  assert.equal(threads.bodies, 1);
  assert.equal(threads.givenBack, 0);
  const { accepted, dropped = 0 } = there.body.data;
  assert.deepEqual([there.status, accepted, dropped > 200], [202, 1_000, true]);
  assert.deepEqual(
    [accepted, dropped],
    [here.body.data.accepted, here.body.data.dropped],
    'sampling throws the same away',
  );
  assert.equal(seenThere.length, accepted - dropped);
  assert.deepEqual(contents(seenThere), contents(seenHere));
  assert.ok(seenThere.some((record) => record.attributes['_pipeline_error'] !== undefined));
  assert.ok(seenThere.some((record) => record.index === 'apps'));
  assert.equal(new Set(seenThere.map((record) => record.rowId)).size, seenThere.length);
});

test('a body of which nothing is left is accepted, and nothing is queued', async (t) => {
  const { threads, create, push, queued } = await start(t);
  await create({ name: 'All', steps: [{ kind: 'drop' }] });

  const { status, body } = await push(EVENTS);

  assert.deepEqual([status, body.data.accepted, body.data.dropped], [202, 1_000, 1_000]);
  assert.deepEqual(queued(), []);
  assert.equal(threads.bodies, 1);
});

test('a change of the pipelines holds for the next body', async (t) => {
  const { create, push, queued } = await start(t);
  await create({ name: 'A', steps: [{ kind: 'set', field: 'a', value: '1' }] });
  await push(EVENTS);
  await create({ name: 'B', steps: [{ kind: 'set', field: 'b', value: '2' }] });
  queued();

  await push(EVENTS);

  assert.deepEqual(queued()[0]?.attributes, { a: '1', b: '2' });
});

test('each event keeps its id on endpoints that tell them, also behind dropped ones', async (t) => {
  const { threads, create, bulk, queued } = await start(t);
  await create({ name: 'Noise', match: 'healthz', steps: [{ kind: 'drop' }] });
  const lines = Array.from({ length: 900 }, (_, i) => {
    const source = JSON.stringify({ message: i % 2 === 0 ? `page ${i}` : `GET /healthz ${i}` });
    return `{"create":{"_index":"main"}}\n${source}\n`;
  });

  const { status, body } = await bulk(lines.join(''));

  assert.equal(status, 200);
  const { items } = body as unknown as { items: { create: { _id: string } }[] };
  const kept = items.map((item) => item.create._id).filter((_, i) => i % 2 === 0);
  assert.deepEqual(
    kept,
    queued().map((record) => record.rowId),
  );
  assert.equal(threads.bodies, 1);
});

test('pipelines that take long there are left to the thread that answers, in slices', async (t) => {
  const { threads, create, push, queued } = await start(t, 1);
  await create({
    name: 'Slow',
    steps: [{ kind: 'parse_regex', pattern: '.*a.*a.*a.*a.*a(?<x>b)' }],
  });
  const events = Array.from({ length: 20 }, () => ({ event: 'a'.repeat(5_000) }));

  const { status } = await push(events);

  assert.equal(status, 202);
  assert.deepEqual([threads.bodies, threads.givenBack], [1, 1]);
  const marks = queued().map((record) => record.attributes['_pipeline_error'] ?? '');
  assert.equal(marks.length, events.length);
  assert.ok(marks.every((mark) => /it took more than 25 ms|is paused for a minute/.test(mark)));
});
