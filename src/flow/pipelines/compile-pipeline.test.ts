import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pipelineEvent } from '../../../test/support/ingest/pipeline-events.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import type { PipelineStep } from '../../contract/pipeline-steps.ts';
import { compilePipeline, compilePipelineInTurns } from './compile-pipeline.ts';

const needs = { limits: LIMITS, hashKey: 'key' };
const FIXED = (name: string): string =>
  `${name} cannot be changed by this step: \`route\` changes the index, \`extract_timestamp\` the time.`;

const WRONG: readonly [step: PipelineStep, problems: readonly object[]][] = [
  [
    { kind: 'rename', from: '_time', to: '_id' },
    [
      { path: 'steps.0.from', message: FIXED('_time') },
      { path: 'steps.0.to', message: FIXED('_id') },
    ],
  ],
  [{ kind: 'rename', from: 'a', to: 'b' }, []],
  [
    { kind: 'set', field: 'index', value: 'x' },
    [{ path: 'steps.0.field', message: FIXED('index') }],
  ],
  [
    { kind: 'remove', fields: ['a', '_index'] },
    [{ path: 'steps.0.fields.1', message: FIXED('_index') }],
  ],
  [
    { kind: 'mask', fields: ['_id'] },
    [
      { path: 'steps.0.fields.0', message: FIXED('_id') },
      { path: 'steps.0', message: 'Set `what`, `pattern`, or both.' },
    ],
  ],
  [{ kind: 'mask', what: ['ip'] }, []],
  [{ kind: 'mask', pattern: 'a' }, []],
  [
    { kind: 'extract_timestamp', formats: ['iso', 'Q'], timezone: 'Nowhere/None' },
    [
      { path: 'steps.0.formats.1', message: 'Unknown time format.' },
      { path: 'steps.0.timezone', message: 'Unknown time zone.' },
    ],
  ],
  [{ kind: 'extract_timestamp', formats: ['iso'], timezone: 'Europe/Berlin' }, []],
  [
    { kind: 'route', index: '_audit' },
    [{ path: 'steps.0.index', message: 'Names that start with _ are reserved.' }],
  ],
  [{ kind: 'route', index: 'web' }, []],
  [
    { kind: 'parse_regex', pattern: 'ab)' },
    [{ path: 'steps.0.pattern', message: 'This ) has no matching (.', position: 2 }],
  ],
  [{ kind: 'drop' }, []],
];

for (const [step, problems] of WRONG) {
  test(`${JSON.stringify(step)} has ${problems.length} problems`, async () => {
    const text = { name: 'p', match: '', steps: [step] };

    const compiled = compilePipeline(needs, text);

    assert.deepEqual(compiled.problems, problems);
    assert.equal(compiled.isMatchWrong, false);
    assert.deepEqual((await compilePipelineInTurns(needs, text)).problems, problems);
  });
}

test('an expression that cannot be read is told with its place, and then every event passes', () => {
  const steps: PipelineStep[] = [{ kind: 'drop' }, { kind: 'parse_regex', pattern: '(' }];

  const { pipeline, problems, isMatchWrong } = compilePipeline(needs, {
    name: 'p',
    match: 'error | head 5',
    steps,
  });

  assert.equal(isMatchWrong, true);
  assert.deepEqual(problems, [
    { path: 'steps.1.pattern', message: 'Unclosed (.', position: 0 },
    {
      path: 'match',
      message: 'Use a search expression without commands.',
      position: 8,
    },
  ]);
  assert.equal(pipeline.name, 'p');
  assert.equal(pipeline.matches(pipelineEvent()), true);
  assert.deepEqual(
    pipeline.steps.map(({ kind }) => kind),
    ['drop', 'parse_regex'],
  );
  assert.deepEqual(pipeline.steps[1]?.run(pipelineEvent(), {} as never), {
    reason: 'Unclosed (.',
  });
});
