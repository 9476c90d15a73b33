import assert from 'node:assert/strict';
import perfHooks from 'node:perf_hooks';
import { test } from 'node:test';
import { startHttp } from '../../test/support/http/start-http.ts';
import { createMetrics } from './metrics.ts';

test('what is counted, read and observed stands in the text', async () => {
  const metrics = createMetrics();
  const accepted = metrics.counter('accepted_total', 'Events accepted.', ['index']);
  const sizes = metrics.histogram('batch_events', 'Events per batch.', [1, 10, 100]);
  let depth = 3;
  metrics.gauge('queue_depth', 'Events waiting.', () => depth);
  metrics.gauge(
    'queue_by_kind',
    'By kind.',
    () => [{ value: depth, labels: { kind: depth === 3 ? 'a' : 'b' } }],
    ['kind'],
  );

  accepted.add(2, { index: 'main' });
  accepted.add(3, { index: 'main' });
  sizes.observe(7);
  const before = await metrics.text();
  depth = 4;
  const after = await metrics.text();

  assert.match(before, /^accepted_total\{index="main"\} 5$/m);
  assert.match(before, /^batch_events_bucket\{le="1"\} 0$/m);
  assert.match(before, /^batch_events_bucket\{le="10"\} 1$/m);
  assert.match(before, /^queue_depth 3$/m);
  assert.match(after, /^queue_depth 4$/m);
  assert.match(before, /^queue_by_kind\{kind="a"\} 3$/m);
  assert.match(after, /^queue_by_kind\{kind="b"\} 4$/m);
  assert.doesNotMatch(after, /kind="a"/);
});

test('the process tells about its memory, its event loop and its garbage collection', async () => {
  const metrics = createMetrics();

  const text = await metrics.text();

  assert.match(text, /^process_resident_memory_bytes \d+/m);
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m);
  assert.match(text, /^# TYPE nodejs_gc_duration_seconds histogram/m);
  assert.match(metrics.contentType, /^text\/plain; version=0\.0\.4/);
});

test('the event loop is watched from the first reading on, once, and not before', async (t) => {
  const watch = t.mock.method(perfHooks, 'monitorEventLoopDelay');
  const metrics = createMetrics();
  const before = watch.mock.callCount();

  await metrics.text();
  await metrics.text();

  assert.deepEqual([before, watch.mock.callCount()], [0, 1]);
});

test('two registries do not know of each other', async () => {
  const one = createMetrics();
  const other = createMetrics();

  one.counter('things_total', 'Things.').add(1);
  other.counter('things_total', 'Things.').add(5);

  assert.match(await one.text(), /^things_total 1$/m);
});

test('requests are counted and timed by route as declared, method and status', async (t) => {
  const metrics = createMetrics();
  const { url } = await startHttp(
    t,
    (app) => {
      app.route({
        method: 'GET',
        url: '/things/:id',
        config: { permission: 'public', rate: 'none', body: 'none' },
        handler: async () => ({}),
      });
    },
    { metrics },
  );

  await fetch(`${url}/things/1`);
  await fetch(`${url}/things/2`);
  await fetch(`${url}/nowhere/3`);
  await fetch(`${url}/nowhere/4`);

  const text = await metrics.text();
  const things = 'method="GET",route="/things/:id",status="200"';
  assert.ok(text.includes(`xplain_http_requests_total{${things}} 2\n`));
  assert.ok(text.includes(`xplain_http_request_duration_seconds_count{${things}} 2\n`));
  assert.match(text, /xplain_http_requests_total\{method="GET",route="unmatched",status="404"\} 2/);
  assert.match(text, /^xplain_http_requests_in_flight 0$/m);
});

test('a histogram can be read, for all labels or for some', async () => {
  const metrics = createMetrics();
  const histogram = metrics.histogram('x_seconds', 'x', [1, 2], ['kind']);
  metrics.histogram('y_seconds', 'y', [3]);
  histogram.observe(0.5, { kind: 'a' });
  histogram.observe(1, { kind: 'b' });
  histogram.observe(1.5, { kind: 'b' });
  histogram.observe(9, { kind: 'b' });

  assert.deepEqual(await metrics.readHistogram('x_seconds'), { bounds: [1, 2], counts: [2, 1, 1] });
  assert.deepEqual(await metrics.readHistogram('x_seconds', { kind: 'b' }), {
    bounds: [1, 2],
    counts: [1, 1, 1],
  });
  assert.deepEqual(await metrics.readHistogram('x_seconds', { kind: 'c' }), {
    bounds: [1, 2],
    counts: [0, 0, 0],
  });
  assert.deepEqual(await metrics.readHistogram('y_seconds'), { bounds: [3], counts: [0, 0] });
  assert.equal(await metrics.readHistogram('z_seconds'), undefined);
});
