/** The meaning of a search, decided in memory; the table is the one the language promises. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pipelineEvent } from '../../../test/support/pipeline-events.ts';
import { LIMITS } from '../../spec/limits.ts';
import { compileMatch } from './match-event.ts';
import type { PipelineEvent } from './pipeline-event.ts';

function matches(expression: string, event: PipelineEvent): boolean {
  const result = compileMatch(expression);
  assert.ok('matcher' in result, 'problem' in result ? result.problem.message : '');
  return result.matcher(event);
}

const EVENTS = {
  error: pipelineEvent({ body: 'ERROR: connection refused by db.error=5', level: 'error' }),
  errors: pipelineEvent({ body: 'two errors, timeout-ms 10.0.0.12' }),
  web: pipelineEvent({
    body: '10.0.0.1 GET /api/items failed',
    index: 'web',
    source: 'nginx',
    attributes: { status: '200.0', host: 'Web-01', client: '10.1.2.3', empty: '', text: 'b' },
  }),
  umlaut: pipelineEvent({ body: 'Überlauf im Straßenbüro', attributes: { status: '404' } }),
};
type Name = keyof typeof EVENTS;

const CASES: readonly [expression: string, names: readonly Name[]][] = [
  ['', ['error', 'errors', 'web', 'umlaut']],
  ['*', ['error', 'errors', 'web', 'umlaut']],
  // Words: any case, whole, cut at everything that is no letter or digit.
  ['Error', ['error']],
  ['error', ['error']],
  ['errors', ['errors']],
  ['error*', ['error', 'errors']],
  ['*rror', ['error']],
  ['*rror*', ['error', 'errors']],
  ['rror', []],
  ['überlauf', ['umlaut']],
  ['STRASSENBÜRO', []],
  ['10.0.0.1', ['web']],
  ['timeout', ['errors']],
  ['"/api/items"', ['web']],
  ['con*refused', ['error']],
  ['refused*con', []],
  // Phrases.
  ['"connection refused"', ['error']],
  ['"refused connection"', []],
  ['"connection ref"', []],
  ['"onnection refused"', []],
  // CASE and TERM.
  ['CASE(ERROR)', ['error']],
  ['CASE(Error)', []],
  ['TERM(10.0.0.1)', ['web']],
  ['TERM(10.0.0)', []],
  ['TERM(db.error=5)', ['error']],
  ['TERM(10.*.1)', ['web']],
  ['TERM(two*timeout)', []],
  // AND, OR, NOT.
  ['connection refused', ['error']],
  ['connection timeout', []],
  ['refused OR timeout', ['error', 'errors']],
  ['two error OR timeout', ['errors']],
  ['NOT error', ['errors', 'web', 'umlaut']],
  ['NOT error NOT errors', ['web', 'umlaut']],
  // Fields.
  ['level=ERROR', ['error']],
  ['level=err*', ['error']],
  ['level!=error', ['errors', 'web', 'umlaut']],
  ['source=nginx', ['web']],
  ['host=web-01', ['web']],
  ['host=CASE(web-01)', []],
  ['host=CASE(Web-01)', ['web']],
  ['host=web*', ['web']],
  ['host=eb', []],
  ['event="ERROR*"', ['error']],
  ['_raw="error*5"', ['error']],
  // Existence, != and NOT.
  ['status=*', ['web', 'umlaut']],
  ['NOT status=*', ['error', 'errors']],
  ['status!=*', []],
  ['empty=*', []],
  ['empty!=x', []],
  ['status!=200', ['umlaut']],
  ['NOT status=200', ['error', 'errors', 'umlaut']],
  // Numbers.
  ['status=200', ['web']],
  ['status=200.0', ['web']],
  ['status=20', []],
  ['status>300', ['umlaut']],
  ['status>=200', ['web', 'umlaut']],
  ['status<404', ['web']],
  ['status<=404', ['web', 'umlaut']],
  ['text>a', ['web']],
  ['text<a', []],
  ['missing<5', []],
  // IN.
  ['status IN (200, 500)', ['web']],
  ['status IN (2*, 404)', ['web', 'umlaut']],
  ['NOT status IN (404)', ['error', 'errors', 'web']],
  // Networks.
  ['client=10.0.0.0/8', ['web']],
  ['client=10.1.2.0/24', ['web']],
  ['client=10.2.0.0/16', []],
  ['client!=10.0.0.0/8', []],
  ['host=10.0.0.0/8', []],
  // Indexes.
  ['index=web', ['web']],
  ['index=WE*', ['web']],
  ['index!=web', ['error', 'errors', 'umlaut']],
  ['index=*', ['error', 'errors', 'web', 'umlaut']],
  ['_index=main OR index=web', ['error', 'errors', 'web', 'umlaut']],
];

for (const [expression, names] of CASES) {
  test(`${expression || '(nothing)'} finds ${names.join(', ') || 'nothing'}`, () => {
    const found = Object.entries(EVENTS).filter(([, event]) => matches(expression, event));

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
