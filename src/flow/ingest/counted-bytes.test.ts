/** Quota and usage count what is stored, or what was sent where that is more. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type Seen, startIngest } from '../../../test/support/ingest/start-ingest.ts';
import { mountPipelines } from '../../../test/support/ingest/start-pipelines.ts';
import { openWatchedReader } from '../../../test/support/ingest/watched-reader.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { createLocalReader } from './reading/create-local-reader.ts';

const NOW_NS = `${Date.now()}000000`;

async function start(t: TestContext, isThreaded = false) {
  const endpoints = await startIngest(t, {
    mount: mountPipelines,
    openReader: (needs) => {
      if (!isThreaded) return createLocalReader(needs);
      const reader = openWatchedReader(needs);
      t.after(() => reader[Symbol.asyncDispose]());
      return reader;
    },
  });
  const admin = await endpoints.newKey('full-access');
  const send = async (path: string, body: unknown, key = endpoints.key): Promise<number> => {
    const answer = await fetch(endpoints.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    assert.ok(answer.ok, `${path} ${answer.status}`);
    return endpoints.countedBytes();
  };
  return { ...endpoints, send, manage: (path: string, body: unknown) => send(path, body, admin) };
}

function storedBytes(events: readonly Seen[]): number {
  const texts = events.flatMap(({ body, attributes }) => [
    body,
    ...Object.entries(attributes).flat(),
  ]);
  return Buffer.byteLength(texts.join(''));
}

const values = Array.from({ length: 20 }, () => [NOW_NS, 'x']);
const label = 'l'.repeat(10_000);

for (const isThreaded of [false, true]) {
  const where = isThreaded ? 'on a thread of its own' : 'where requests are answered';

  test(`labels and resources count with each event that carries them, ${where}`, async (t) => {
    const { send, queued } = await start(t, isThreaded);
    const attributes = [{ key: 'shared', value: { stringValue: label } }];
    const record = { timeUnixNano: NOW_NS, body: { stringValue: 'x' } };

    const loki = await send('/loki/api/v1/push', { streams: [{ stream: { label }, values }] });
    const lokiStored = storedBytes(queued());
    const otlp = await send('/v1/logs', {
      resourceLogs: [
        {
          resource: { attributes },
          scopeLogs: [{ logRecords: Array.from({ length: 20 }, () => record) }],
        },
      ],
    });
    const otlpStored = storedBytes(queued());

    assert.ok(loki >= lokiStored, `${loki} of ${lokiStored}`);
    assert.ok(otlp >= otlpStored, `${otlp} of ${otlpStored}`);
    assert.ok(lokiStored > 20 * label.length && otlpStored > 20 * label.length);
  });

  test(`what pipelines add is counted, and what they take away is not given back, ${where}`, async (t) => {
    const { manage, send, queued } = await start(t, isThreaded);
    const event = { event: 'y'.repeat(1_000), source: 'grow' };
    const sent = await send('/api/v1/logs', event);
    queued();
    await manage('/api/v1/pipelines', {
      name: 'Grow',
      match: 'source=grow',
      steps: Array.from({ length: 10 }, (_, i) => ({
        kind: 'set',
        field: `f${i}`,
        value: '{event}'.repeat(10),
      })),
    });
    await manage('/api/v1/pipelines', {
      name: 'Shrink',
      match: 'source=shrink',
      steps: [{ kind: 'remove', fields: ['event'] }],
    });

    const grown = await send('/api/v1/logs', event);
    const stored = storedBytes(queued());
    const shrunk = await send('/api/v1/logs', { ...event, source: 'shrink' });

    assert.ok(grown >= stored && stored > 100_000, `${grown} of ${stored}`);
    assert.equal(shrunk, sent + 2);
  });
}

test('level, source and id are cut like attributes, at every endpoint', async (t) => {
  const { send, queued } = await start(t);
  const max = LIMITS.events.attributeValueBytesMax;
  const long = 'x'.repeat(max + 1);
  const whole = 'x'.repeat(max);
  const attributes = [{ key: 'service.name', value: { stringValue: long } }];
  const record = { timeUnixNano: NOW_NS, body: { stringValue: 'x' }, severityText: long };

  await send('/api/v1/logs', { event: 'x', level: long, source: long, id: long });
  await send('/api/v1/logs', { event: 'x', level: whole, source: whole, id: whole });
  await send('/loki/api/v1/push', {
    streams: [{ stream: { job: long, level: long }, values: [[NOW_NS, 'x']] }],
  });
  await send('/v1/logs', {
    resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords: [record] }] }],
  });
  await send('/services/collector/event', { event: 'x', source: long });

  const [over, exact, loki, otlp, hec] = queued();
  for (const event of [over, exact]) {
    assert.deepEqual([event?.level, event?.source, event?.id], [whole, whole, whole]);
  }
  for (const event of [loki, otlp]) {
    assert.deepEqual([event?.level, event?.source], [whole, whole]);
  }
  assert.equal(hec?.source.length, max);
});
