import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PipelineStep } from '../../../../../src/contract/pipeline-steps.ts';
import { moved, newStep, readSteps, withKind, withValue } from './step-draft.ts';
import { STEP_FORMS, STEP_KINDS } from './step-forms.ts';

interface StepSchema {
  readonly properties: Readonly<Record<string, { readonly const?: unknown }>>;
  readonly required: readonly string[];
}

test('the form knows every kind of step, every setting, and which are needed', () => {
  const schemas = (PipelineStep as unknown as { readonly anyOf: readonly StepSchema[] }).anyOf;
  const kinds = schemas.map(({ properties }) => String(properties['kind']?.const));
  assert.deepEqual(STEP_KINDS.toSorted(), kinds.toSorted());

  for (const { properties, required } of schemas) {
    const kind = STEP_KINDS.find((each) => each === properties['kind']?.const);
    assert.ok(kind !== undefined);
    const { fields } = STEP_FORMS[kind];
    const names = Object.keys(properties).filter((name) => name !== 'kind');
    assert.deepEqual(fields.map(({ name }) => name).toSorted(), names.toSorted(), kind);
    const needed = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    assert.deepEqual(
      needed.toSorted(),
      required.filter((name) => name !== 'kind').toSorted(),
      kind,
    );
  }
});

test('an empty value takes the setting away', () => {
  const step = { kind: 'parse_json', prefix: 'a.', isOptional: true } as const;
  assert.deepEqual(withValue(step, 'prefix', ''), { kind: 'parse_json', isOptional: true });
  assert.deepEqual(withValue(step, 'isOptional', false), { kind: 'parse_json', prefix: 'a.' });
  assert.deepEqual(withValue(step, 'field', 'x'), { ...step, field: 'x' });
  assert.deepEqual(withValue({ kind: 'remove', fields: ['a'] }, 'fields', []), { kind: 'remove' });
  assert.deepEqual(withValue({ kind: 'sample', rate: 1 }, 'rate', 0), { kind: 'sample', rate: 0 });
});

test('another kind keeps the settings that it knows', () => {
  const step = { kind: 'parse_json', field: 'note', prefix: 'a.' } as const;
  assert.deepEqual(withKind(step, 'extract_level'), { kind: 'extract_level', field: 'note' });
  assert.deepEqual(withKind(step, 'mask'), newStep('mask'));
});

test('steps move within their list', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c']);
  assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b']);
  assert.deepEqual(moved(['a', 'b'], 1, 2), ['a', 'b']);
});

test('JSON is read when it is a list of known steps, and the problem named otherwise', () => {
  assert.deepEqual(readSteps('[{"kind":"drop"}]'), { isGood: true, steps: [{ kind: 'drop' }] });
  assert.equal(readSteps('[{"kind":').isGood, false);
  assert.deepEqual(readSteps('{}'), { isGood: false, problem: 'Must be a list of steps: [ … ].' });
  assert.deepEqual(readSteps('[{"kind":"drop"},{"kind":"explode"}]'), {
    isGood: false,
    problem: 'Step 2 has an unknown type.',
  });
  assert.equal(readSteps('[null]').isGood, false);
});
