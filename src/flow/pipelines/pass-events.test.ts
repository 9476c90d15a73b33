import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributesOf,
  errorOf,
  INDEXES,
  passThrough,
  pipelineEvent,
  pipelineSet,
} from '../../../test/support/ingest/pipeline-events.ts';
import type { PipelineStep } from '../../contract/pipeline-steps.ts';
import type { Limits } from '../../spec/limits.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { openPassage, passSlice } from './pass-events.ts';

const seen = (name: string): PipelineStep => ({ kind: 'set', field: name, value: '1' });
/** Polynomial, so it is not refused; on this text it would run for ages. */
const SLOW: PipelineStep = { kind: 'parse_regex', pattern: '.*a.*a.*a.*a.*a(?<x>b)' };
const SLOW_TEXT = 'a'.repeat(5_000);

function limitsWith(pipelines: Partial<Limits['pipelines']>): Limits {
  return { ...LIMITS, pipelines: { ...LIMITS.pipelines, ...pipelines } };
}

/** For steps that take long: on a busy machine they wait more than they work. */
const PATIENT = limitsWith({ requestMsMax: 600_000 });

test('pipelines run in order, each for its events, on what those before have made', () => {
  const set = pipelineSet([
    { match: 'source=web', steps: [{ kind: 'parse_json' }, seen('first')] },
    { match: 'status>=500', steps: [seen('second'), { kind: 'route', index: 'web' }] },
    { match: 'index=web', steps: [seen('third')] },
  ]);
  const good = pipelineEvent({ source: 'web', body: '{"status":200}' });
  const bad = pipelineEvent({ source: 'web', body: '{"status":503}' });
  const other = pipelineEvent({ source: 'db', body: '{"status":503}' });

  const kept = passThrough(set, [good, bad, other]);

  assert.deepEqual(kept.map(attributesOf), [
    { status: '200', first: '1' },
    { status: '503', first: '1', second: '1', third: '1' },
    {},
  ]);
});

test('a failing step leaves its event to the next steps; all failures are told, within bounds', () => {
  const set = pipelineSet([
    { name: 'Shop', steps: [{ kind: 'parse_json' }, seen('x'), { kind: 'route', index: 'no' }] },
  ]);
  const [event] = passThrough(set, [pipelineEvent()]);

  assert.equal(attributesOf(event)['x'], '1');
  assert.equal(
    errorOf(event),
    'Shop: parse_json (1): the field is not a JSON object; Shop: route (3): there is no index no',
  );

  const many = pipelineSet([
    { name: 'n'.repeat(100), steps: Array.from({ length: 20 }, () => ({ kind: 'parse_json' })) },
  ]);
  const [marked] = passThrough(many, [pipelineEvent()]);
  assert.equal(errorOf(marked)?.length, LIMITS.pipelines.errorCharactersMax);
});

test('a step with a defect loses no event', () => {
  const broken = () => {
    throw new TypeError('no such thing');
  };
  const pipeline = {
    name: 'p',
    matches: () => true,
    steps: [{ kind: 'set' as const, run: broken }],
  };
  const set = { pipelines: [pipeline], overruns: { count: 0, since: 0 } };

  const [event] = passThrough(set, [pipelineEvent()]);

  assert.equal(errorOf(event), 'p: set (1): no such thing');
});

test('a pattern that takes too long is stopped: the event is as before, with a mark', () => {
  const set = pipelineSet([{ steps: [SLOW, seen('after')] }]);
  const event = pipelineEvent({ body: SLOW_TEXT, attributes: { a: '1' } });

  const [passed] = passThrough(set, [event], PATIENT);

  assert.equal(errorOf(passed), 'p1: parse_regex (1): it took more than 25 ms');
  assert.equal(passed?.body, SLOW_TEXT);
  assert.deepEqual(Object.keys(attributesOf(passed)), ['a', '_pipeline_error', 'after']);
  assert.equal(set.overruns.count, 1);
});

test('a mask that takes too long is stopped as well', () => {
  const set = pipelineSet([{ steps: [{ kind: 'mask', pattern: '.*a.*a.*a.*a.*ab' }] }]);

  const [passed] = passThrough(set, [pipelineEvent({ body: SLOW_TEXT })], PATIENT);

  assert.equal(errorOf(passed), 'p1: mask (1): it took more than 25 ms');
});

test('10,000 hostile events: all come through marked, and most cost nothing', () => {
  const set = pipelineSet([{ steps: [SLOW] }]);
  const events = Array.from({ length: 10_000 }, () => pipelineEvent({ body: SLOW_TEXT }));

  const passed = passThrough(set, events, PATIENT);

  assert.equal(passed.length, 10_000);
  assert.ok(passed.every((event) => errorOf(event) !== undefined));
  // After some that took too long the pattern rests, so 10,000 × 25 ms were not spent.
  assert.equal(set.overruns.count, LIMITS.pipelines.overrunsPerMinuteMax);
  assert.match(errorOf(passed.at(-1)) ?? '', /is paused for a minute/);
});

test('a pattern that rests still works for texts that cannot take long', () => {
  const set = pipelineSet([{ steps: [SLOW] }]);
  set.overruns.count = LIMITS.pipelines.overrunsPerMinuteMax;
  set.overruns.since = performance.now();

  const [short, long] = passThrough(set, [
    pipelineEvent({ body: 'aaaaab' }),
    pipelineEvent({ body: SLOW_TEXT }),
  ]);

  assert.deepEqual(attributesOf(short), { x: 'b' });
  assert.match(errorOf(long) ?? '', /paused/);
});

test('patterns over long texts work under the watchdog as they do without', () => {
  const set = pipelineSet([
    { steps: [{ kind: 'parse_regex', pattern: '.*start (?<x>\\w+).*end (?<y>\\w+)' }, seen('z')] },
    { match: 'x=5', steps: [{ kind: 'drop' }] },
  ]);
  const filler = 'lorem ipsum '.repeat(100);
  const events = Array.from({ length: 50 }, (_, i) =>
    pipelineEvent({ body: `${filler}start ${i} ${filler}end ${i}` }),
  );

  const passed = passThrough(set, events);

  assert.deepEqual(
    passed.map((event) => attributesOf(event)),
    Array.from({ length: 50 }, (_, i) => ({ x: String(i), y: String(i), z: '1' })).filter(
      ({ x }) => x !== '5',
    ),
  );
});

test('the work is done in slices, between which others have their turn', () => {
  const set = pipelineSet([{ steps: [seen('a')] }]);
  const events = Array.from({ length: 1_000 }, () => pipelineEvent());
  const passage = openPassage(set, events, limitsWith({ sliceMs: 0 }), INDEXES);
  let slices = 1;

  while (!passSlice(passage)) slices += 1;

  assert.ok(slices > 10, String(slices));
  assert.ok(events.every((event) => attributesOf(event)['a'] === '1'));
});

test('a request has its time; what is left then passes with a mark', () => {
  const set = pipelineSet([{ steps: [seen('a')] }]);
  const events = Array.from({ length: 1_000 }, () => pipelineEvent());

  const passed = passThrough(set, events, limitsWith({ sliceMs: 0, requestMsMax: 0 }));

  assert.equal(passed.length, 1_000);
  assert.equal(attributesOf(passed[0])['a'], '1');
  assert.equal(errorOf(passed.at(-1)), 'pipelines: they took more than 0 ms for this request');
  assert.equal(attributesOf(passed.at(-1))['a'], undefined);
});
