import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../spec/limits.ts';
import { guidanceFor } from './field-guidance.ts';

test('each kind of field has the number of its row, whatever the sender calls it', () => {
  const { sourceValuesMax, serviceValuesMax, hostValuesMax, attributeValuesMax } =
    LIMITS.cardinality;
  const max = (name: string): number => guidanceFor(name, LIMITS.cardinality).valuesMax;

  for (const [names, wanted] of [
    ['source level index', sourceValuesMax],
    ['service environment region service.name deployment.environment', serviceValuesMax],
    ['host pod container host.name k8s.pod.name Host', hostValuesMax],
    ['user_id account_id request_id trace-id session_id url x', attributeValuesMax],
  ] as const) {
    for (const name of names.split(' ')) assert.equal(max(name), wanted, name);
  }
  assert.deepEqual(
    [sourceValuesMax, serviceValuesMax, hostValuesMax, attributeValuesMax],
    [100, 1_000, 10_000, 100_000],
  );
});

test('the advice follows the row', () => {
  const advice = (name: string): string => guidanceFor(name, LIMITS.cardinality).advice;

  assert.match(advice('host'), /Don’t group by it over long time ranges/);
  assert.match(advice('user_id'), /Filter it by exact value/);
  for (const name of ['request_id', 'stacktrace', 'url', 'anything']) {
    assert.match(advice(name), /Keep it in the event body/, name);
  }
});
