import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributesOf,
  errorOf,
  passThrough,
  pipelineEvent,
  pipelineSet,
  runSteps,
} from '../../../../test/support/ingest/pipeline-events.ts';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { LIMITS } from '../../../spec/limits.ts';

test('rename moves a field, over what stood there', () => {
  const event = pipelineEvent({ attributes: { a: '1', b: '2' } });

  const renamed = runSteps(event, { kind: 'rename', from: 'a', to: 'b' });

  assert.deepEqual(attributesOf(renamed), { b: '1' });
});

test('rename to and from what every event has', () => {
  const event = pipelineEvent({ attributes: { msg: 'hello', sev: 'WARN' } });

  const renamed = runSteps(
    event,
    { kind: 'rename', from: 'msg', to: 'event' },
    { kind: 'rename', from: 'sev', to: 'level' },
    { kind: 'rename', from: 'source', to: 'app' },
  );

  assert.deepEqual([renamed?.body, renamed?.level, renamed?.source], ['hello', 'warn', '']);
  assert.deepEqual(attributesOf(renamed), { app: 'test' });
});

test('rename of a field that is not there is an error, unless that is fine', () => {
  const step = { kind: 'rename', from: 'a', to: 'b' } as const;

  assert.equal(errorOf(runSteps(pipelineEvent(), step)), 'p1: rename (1): there is no field a');
  assert.equal(errorOf(runSteps(pipelineEvent(), { ...step, isOptional: true })), undefined);
});

test('rename works in an event that is full', () => {
  const all = Array.from({ length: LIMITS.events.attributesMax }, (_, i) => [`k${i}`, '1']);
  const event = pipelineEvent({ attributes: Object.fromEntries(all) as Record<string, string> });

  const renamed = runSteps(event, { kind: 'rename', from: 'k0', to: 'new' });

  assert.equal(attributesOf(renamed)['new'], '1');
  assert.equal(renamed?.attributes.length, LIMITS.events.attributesMax);
});

test('set writes a text made of other fields', () => {
  const event = pipelineEvent({ source: 'shop', attributes: { host: 'h1', 'a.b': 'x' } });
  const value = '{source} on {host}: {a.b} {{literally}} {event}';

  const made = runSteps(event, { kind: 'set', field: 'where', value });

  assert.equal(attributesOf(made)['where'], 'shop on h1: x {literally} request completed');
});

test('set with a field that is not there changes nothing', () => {
  const step = { kind: 'set', field: 'x', value: 'a {gone}' } as const;

  const failed = runSteps(pipelineEvent({ attributes: { x: 'old' } }), step);

  assert.equal(attributesOf(failed)['x'], 'old');
  assert.equal(errorOf(failed), 'p1: set (1): there is no field gone');
});

test('set has can’t have more in an event that is full, and the mark is seen all the same', () => {
  const all = Array.from({ length: LIMITS.events.attributesMax }, (_, i) => [`k${i}`, '1']);
  const event = pipelineEvent({ attributes: Object.fromEntries(all) as Record<string, string> });

  const failed = runSteps(event, { kind: 'set', field: 'x', value: '1' });

  assert.match(errorOf(failed) ?? '', /can’t have more/);
  assert.equal(failed?.attributes.length, LIMITS.events.attributesMax);
});

test('templates cannot grow without end', () => {
  const body = 'x'.repeat(LIMITS.events.bodyBytesMax);
  const value = '{event}'.repeat(3);

  const failed = runSteps(pipelineEvent({ body }), { kind: 'set', field: 'event', value });

  assert.match(errorOf(failed) ?? '', /too long/);
  assert.equal(failed?.body.length, body.length);
});

test('remove takes away by name and by beginning', () => {
  const event = pipelineEvent({ attributes: { a: '1', 'k8s.pod': '2', 'k8s.node': '3', b: '4' } });

  const left = runSteps(event, { kind: 'remove', fields: ['a', 'k8s.*', 'gone'] });

  assert.deepEqual(attributesOf(left), { b: '4' });
});

test('route moves to an index that exists, with its retention', () => {
  const routed = runSteps(pipelineEvent(), { kind: 'route', index: 'web' });

  assert.deepEqual([routed?.index, routed?.retentionDays], ['web', 14]);
});

test('route to an index that is gone leaves the event where it was, with a mark', () => {
  const event = runSteps(pipelineEvent(), { kind: 'route', index: 'gone' });

  assert.deepEqual([event?.index, event?.retentionDays], ['main', 30]);
  assert.equal(errorOf(event), 'p1: route (1): there is no index gone');
});

test('drop ends the way of an event', () => {
  const later = { kind: 'set', field: 'x', value: '1' } as const;
  const event = pipelineEvent();

  assert.equal(runSteps(event, { kind: 'drop' }, later), undefined);
  assert.deepEqual(event.attributes, []);
});

test('sample keeps about its part, the same events every time, and notes the rate', () => {
  const set = pipelineSet([{ steps: [{ kind: 'sample', rate: 0.1 }] }]);
  const events = () =>
    Array.from({ length: 20_000 }, (_, i) => pipelineEvent({ id: `event-${i}` }));

  const kept = passThrough(set, events());
  const again = passThrough(set, events());

  assert.ok(Math.abs(kept.length - 2_000) < 200, String(kept.length));
  assert.deepEqual(
    kept.map(({ id }) => id),
    again.map(({ id }) => id),
  );
  assert.equal(attributesOf(kept[0])['_sample_rate'], '0.1');
});

test('sample keeps all at 1, keeps together what belongs together, and goes by the text without an id', () => {
  const random = seededRandom(7);
  const events = Array.from({ length: 3_000 }, (_, i) =>
    pipelineEvent({ body: `line ${i}`, attributes: { trace: String(random.integer(1, 300)) } }),
  );
  const all = passThrough(pipelineSet([{ steps: [{ kind: 'sample', rate: 1 }] }]), events);
  const half = passThrough(pipelineSet([{ steps: [{ kind: 'sample', rate: 0.5 }] }]), events);
  const traces = pipelineSet([{ steps: [{ kind: 'sample', rate: 0.5, by: 'trace' }] }]);
  const byTrace = passThrough(traces, events);
  const keptTraces = new Set(byTrace.map((event) => attributesOf(event)['trace']));

  assert.equal(all.length, 3_000);
  assert.ok(half.length > 1_300 && half.length < 1_700, String(half.length));
  assert.ok(keptTraces.size > 100 && keptTraces.size < 200, String(keptTraces.size));
  const whole = events.filter((event) => keptTraces.has(attributesOf(event)['trace'] ?? ''));
  assert.equal(byTrace.length, whole.length);
});
