/** The meaning of a search, decided in memory; the table is the one the language promises. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MATCH_CASES, MATCH_EVENTS } from '../../../test/support/ingest/match-cases.ts';
import { pipelineEvent } from '../../../test/support/ingest/pipeline-events.ts';
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
  ['error earliest=-1h', 6, /Time ranges/],
  ['error | stats count', 8, /without commands/],
  ['| makeresults', 2, /Use a search expression/],
  ['[search x | fields y]', 0, /Subsearches/],
  ['_time>5', 6, /isn't available before/],
  ['_id=abc', 4, /isn't available before/],
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

const at = (parts: Parameters<typeof pipelineEvent>[0]): PipelineEvent => pipelineEvent(parts);
const said = (body: string): PipelineEvent => at({ body });
const has = (value: string): PipelineEvent => at({ attributes: { a: value } });

/** What is next to the border of a rule, on both sides of it. */
const FINE: readonly [expression: string, event: PipelineEvent, isFound: boolean][] = [
  // No letter or digit of ASCII stands before or behind a word; what is beyond ASCII counts as a letter.
  ...Array.from('09AZazé\u0080\u{1F600}').flatMap((beside): [string, PipelineEvent, boolean][] => [
    ['foo', said(`${beside}foo`), false],
    ['foo', said(`foo${beside}`), false],
  ]),
  ...Array.from('/:@[`{_.- \u007F').flatMap((beside): [string, PipelineEvent, boolean][] => [
    ['foo', said(`${beside}foo`), true],
    ['foo', said(`foo${beside}`), true],
  ]),
  ...Array.from('AZaz09').map((beside): [string, PipelineEvent, boolean] => [
    'CASE(foo)',
    said(`${beside}foo${beside}`),
    false,
  ]),
  ['CASE(foo)', said('@foo['), true],
  ['foo', said('foofoo foo'), true],
  ['foo', said('xfoofoo'), false],
  ['aa', said('xaaa aa'), true],
  ['aaa', said('xaaaa'), false],
  ['a*b', said('ab'), true],
  ['a*ab', said('ab'), false],
  ['"[x"', said('a[x'), true],
  ['"[x"', said('a[xy'), false],
  ['"x]"', said('x]a'), true],
  ['"x]"', said('yx]a'), false],
  ['"**"', said('anything'), true],
  ['CASE(*)', said('anything'), true],
  ['CASE(x*)', said('a xy'), true],
  ['CASE(x*)', said('a Xy'), false],
  ['TERM(-x)', said('-x'), true],
  ['TERM(-x)', said('a-x'), false],
  ['TERM(-x)', said('(-x)'), true],
  ['TERM(x-)', said('x-a'), false],
  ['TERM(x-)', said('x-,a'), true],
  ['TERM("x y")', said('a x y'), true],
  ['TERM("x y")', said('x yz'), false],
  ['TERM("((")', said('a((('), true],
  ['TERM("((")', said('a(('), false],
  ['TERM(x*)', said('axy'), false],
  ['TERM(*x)', said('yx z'), true],
  ['TERM(*x)', said('xy'), false],
  // Attributes are compared as they are indexed: as the text, the number, or the number with .0.
  ['a=5', has('5'), true],
  ['a=5', has('5.0'), true],
  ['a=5', has('5.00'), false],
  ['a=5.00', has('5'), true],
  ['a=5.5', has('5.5'), true],
  ['a=5.50', has('5.5'), true],
  ['a=5.5', has('5.5.0'), false],
  ['a=x', has('x.0'), false],
  ['a=undefined', has('undefined.0'), false],
  ['a=x', has('undefined'), false],
  ['a=1e3', has('1000'), true],
  ['a=1e999', has('Infinity'), false],
  ['a=1e30', has('1E+30'), true],
  ['a=+5', has('5'), true],
  ['a=0x10', has('16'), false],
  ['a<9', has('0x1'), true],
  ['a<9', has('0x1f'), true],
  ['a>9', has('0x1f'), false],
  ['a=""', has(''), false],
  ['a=""', has('x'), false],
  ['a!=""', has('x'), true],
  // Everything but = compares as numbers where both are numbers, else as text.
  ['a!=5', has('5.00'), false],
  ['a!=5', has('x'), true],
  ['a!=x', has('X'), false],
  ['a!=CASE(x)', has('X'), true],
  ['a!=CASE(x)', has('x'), false],
  ['a!=CASE(x*)', has('xy'), false],
  ['a!=CASE(x*)', has('Xy'), true],
  ['a!=x*', has('XY'), false],
  ['a=CASE(5)', has('5.0'), false],
  ['a>9', has('10'), true],
  ['a>9', has('9.0'), false],
  ['a>=9', has('9.0'), true],
  ['a>9', has('1x'), false],
  ['a<9x', has('10'), true],
  ['a>x', has('y'), true],
  ['a>x', has('x'), false],
  [`a>${'9'.repeat(39)}0`, has('8'.padEnd(41, '0')), false],
  [`a<${'1'.repeat(40)}`, has('9'), true],
  [`a<${'1'.repeat(41)}`, has('9'), false],
  ['a>9', has('.5'), false],
  ['a<9', has('.5'), true],
  ['a<9', has('5.'), true],
  ['a<9', has('-1e2'), true],
  ['a<100', has('99:'), false],
  // Fields of the event itself: an empty one is there, and numbers are numbers.
  ['source=*', at({ source: '' }), true],
  ['level=*', at({ level: '' }), true],
  ['event=*', said(''), true],
  ['source=5', at({ source: '5.00' }), true],
  ['level=5', at({ level: '5.00' }), true],
  ['event=5', said('5.00'), true],
  ['source=10.0.0.0/8', at({ source: '10.9.9.9' }), true],
  ['source=CASE(Web)', at({ source: 'web' }), false],
  ['source=CASE(W*)', at({ source: 'Web' }), true],
  ['source=CASE(W*)', at({ source: 'web' }), false],
  // Networks.
  ['a=10.0.0.1/32', has('10.0.0.1'), true],
  ['a=10.0.0.1/33', has('10.0.0.1'), false],
  ['a=10.0.0.1/33', has('10.0.0.1/33'), true],
  ['a="2001:db8::/32"', has('2001:db8:1::1'), true],
  ['a="2001:db8::/32"', has('2001:db9::1'), false],
  ['a="2001:db8::1/128"', has('2001:db8::1'), true],
  ['a="2001:db8::1/129"', has('2001:db8::1'), false],
  ['a="10.0.0.0/8"', has('2001:db8::1'), false],
  ['a="10.0.0.0/8"', has('10.x'), false],
  // Indexes have no case of their own, and no numbers.
  ['index=WEB', at({ index: 'web' }), true],
  ['index=webs', at({ index: 'web' }), false],
  ['index!=WE*', at({ index: 'web' }), false],
  ['index=5', at({ index: '5.0' }), false],
  ['index!=x', at({ index: 'web' }), true],
  ['index>wea', at({ index: 'web' }), true],
  ['index>web', at({ index: 'web' }), false],
  ['index<=web', at({ index: 'web' }), true],
  ['index<web', at({ index: 'web' }), false],
];

for (const [expression, event, isFound] of FINE) {
  const shown = JSON.stringify([event.body, event.index, event.source, event.attributes]);
  test(`${expression} ${isFound ? 'finds' : 'does not find'} ${shown}`, () => {
    assert.equal(matches(expression, event), isFound);
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
