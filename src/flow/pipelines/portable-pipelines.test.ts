import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributesOf,
  errorOf,
  INDEXES,
  pipelineEvent,
} from '../../../test/support/ingest/pipeline-events.ts';
import { organizationId } from '../../base/ids.ts';
import type { PipelineStep } from '../../contract/pipeline-steps.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { pipelinesForThread } from './apply-pipelines.ts';
import {
  type PortablePipelines,
  createPipelineRunner,
  overrunsMemory,
  sharedOverruns,
} from './portable-pipelines.ts';
import { keptEvents } from './pass-events.ts';

const { pipelineSetsMax, pipelinesMsMax } = LIMITS.reading;

function portable(id: string, value: string, organization = 'acme'): PortablePipelines {
  const steps: PipelineStep[] = [{ kind: 'set', field: 'seen', value }];
  return {
    organization: organizationId(organization),
    id,
    text: JSON.stringify({ pipelines: [{ name: 'p', match: '', steps }], hashKey: 'key' }),
    overruns: overrunsMemory(),
    limits: LIMITS,
  };
}

test('what was compiled is kept until a later version comes', () => {
  const runner = createPipelineRunner(pipelineSetsMax);
  const pass = (pipelines: PortablePipelines): unknown => {
    const passage = runner.pass(pipelines, [pipelineEvent()], INDEXES, pipelinesMsMax);
    return passage && attributesOf(keptEvents(passage)[0])['seen'];
  };

  assert.equal(pass(portable('1', 'first')), 'first');
  // The text is not looked at again, which can be seen only by a wrong one.
  assert.equal(pass({ ...portable('1', ''), text: 'none' }), 'first');
  assert.equal(pass(portable('2', 'second')), 'second');
});

test('of more organizations than are kept, the one that came longest ago is compiled anew', () => {
  const runner = createPipelineRunner(2);
  const pass = (pipelines: PortablePipelines): unknown =>
    runner.pass(pipelines, [], INDEXES, pipelinesMsMax);
  const unreadable = (organization: string) => ({
    ...portable('1', '', organization),
    text: 'none',
  });

  for (const name of ['a', 'b', 'a', 'c']) pass(portable('1', 'x', name));

  pass(unreadable('a'));
  pass(unreadable('c'));
  assert.throws(() => pass(unreadable('b')), SyntaxError);
});

test('pipelines that take longer than they may are given up', () => {
  const steps: PipelineStep[] = [{ kind: 'parse_regex', pattern: '.*a.*a.*a.*a.*a(?<x>b)' }];
  const slow = {
    ...portable('1', ''),
    text: JSON.stringify({ pipelines: [{ name: 'p', match: '', steps }], hashKey: '' }),
  };
  const runner = createPipelineRunner(pipelineSetsMax);
  const events = () => [1, 2, 3].map(() => pipelineEvent({ body: 'a'.repeat(5_000) }));

  assert.equal(runner.pass(slow, events(), INDEXES, 1), undefined);

  const passage = runner.pass(slow, events(), INDEXES, 60_000);
  assert.equal(passage && keptEvents(passage).every((event) => errorOf(event)), true);
  assert.ok(sharedOverruns(slow.overruns).count >= 3, 'each one of these is noted');
});

test('what one has noted about overruns the other sees', () => {
  const memory = overrunsMemory();
  const [one, other] = [sharedOverruns(memory), sharedOverruns(memory)];
  assert.equal(other.count, 0);

  one.since = performance.now();
  one.count += 1;
  other.count += 1;

  assert.equal(one.count, 2);
  assert.ok(Math.abs(performance.now() - other.since) < 60_000);
});

test('pipelines that took too long stay on the thread that answers requests for a minute', (t) => {
  const known = {
    set: { pipelines: [], overruns: { count: 0, since: 0 } },
    portable: portable('1', 'x'),
    slowSince: -Infinity,
  };
  const cache = { get: <T>() => known as T };
  const ask = () => {
    const metadata = {} as Parameters<typeof pipelinesForThread>[0]['metadata'];
    return pipelinesForThread({ cache, metadata, limits: LIMITS }, organizationId('acme'));
  };
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  const first = ask();
  assert.ok('kind' in first && first.kind === 'portable');

  first.noteSlow();

  assert.deepEqual(ask(), { kind: 'slow' });
  now += 60_000;
  assert.deepEqual(ask(), { kind: 'slow' });
  now += 1;
  assert.ok('pipelines' in ask());
});
