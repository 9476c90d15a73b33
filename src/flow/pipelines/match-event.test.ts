/** The meaning of a search, decided in memory; the table is the one the language promises. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MATCH_CASES, MATCH_EVENTS } from '../../../test/support/match-cases.ts';
import { pipelineEvent } from '../../../test/support/pipeline-events.ts';
import { LIMITS } from '../../spec/limits.ts';
import { compileMatch } from './match-event.ts';
import type { PipelineEvent } from './pipeline-event.ts';

function matches(expression: string, event: PipelineEvent): boolean {
  const result = compileMatch(expression);
  assert.ok('matcher' in result, 'problem' in result ? result.problem.message : '');
  return result.matcher(event);
}

for (const [expression, names] of MATCH_CASES) {
  test(`${expression || '(nothing)'} finds ${names.join(', ') || 'nothing'}`, () => {
    const found = Object.entries(MATCH_EVENTS).filter(([, event]) => matches(expression, event));

    assert.deepEqual(
      found.map(([name]) => name),
      names,
    );
  });
}

const REFUSED: readonly [expression: string, position: number, message: RegExp][] = [
  ['error earliest=-1h', 6, /no time bounds/],
  ['error | stats count', 8, /without commands/],
  ['| makeresults', 2, /Only a search/],
  ['[search x | fields y]', 0, /subsearch/],
  ['_time>5', 6, /not known before/],
  ['_id=abc', 4, /not known before/],
  ['(a', 0, /./],
  ['TERM("a b*c")', 0, /spaces/],
];

for (const [expression, position, message] of REFUSED) {
  test(`${expression} is refused with its place`, () => {
    const result = compileMatch(expression);

    assert.ok('problem' in result);
    assert.match(result.problem.message, message);
    assert.equal(result.problem.position, position);
  });
}

test('names of the language’s own objects are names like any other', () => {
  const event = pipelineEvent({ attributes: { constructor: 'x' } });
  event.attributes.push(['__proto__', 'y']);

  assert.ok(matches('constructor=x __proto__=y', event));
  assert.ok(!matches('toString=* OR hasOwnProperty=*', event));
});

test('a pattern with many wildcards takes time in proportion to the text', () => {
  const body = 'ab'.repeat(LIMITS.events.bodyBytesMax / 2);
  const expression = `${'a*b*'.repeat(50)}x`;

  // Without bounds this would be a matter of years.
  assert.ok(!matches(expression, pipelineEvent({ body })));
  assert.ok(!matches(`event="${expression}"`, pipelineEvent({ body })));
});
