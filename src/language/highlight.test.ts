import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlight } from './highlight.ts';

function shown(text: string): string {
  return highlight(text)
    .map(({ start, end, kind }) => `${kind}:${text.slice(start, end)}`)
    .join(' ');
}

test('every word is what it is where it stands', () => {
  assert.equal(
    shown('index=web "some text" NOT a* earliest=-1h | stats count BY host'),
    'field:index operator:= text:web term:"some text" keyword:NOT term:a* option:earliest operator:= time:-1h pipe:| command:stats aggregation:count keyword:BY field:host',
  );
  assert.equal(
    shown('* | eval x=if(\'a b\'>=1.5, "y", upper(c)) ```why```'),
    'term:* pipe:| command:eval field:x operator:= function:if bracket:( field:\'a b\' operator:>= number:1.5 operator:, text:"y" operator:, function:upper bracket:( field:c bracket:) bracket:) comment:```why```',
  );
  assert.equal(
    shown('* | rex field=a "(?<b>c)" | timechart span=5m p95(d)'),
    'term:* pipe:| command:rex option:field operator:= field:a regex:"(?<b>c)" pipe:| command:timechart option:span operator:= text:5m aggregation:p95 bracket:( field:d bracket:)',
  );
  assert.equal(
    shown('a IN (1, b) [search c | return d]'),
    'field:a keyword:IN bracket:( number:1 operator:, text:b bracket:) bracket:[ command:search term:c pipe:| command:return field:d bracket:]',
  );
});

test('what cannot be read is marked and the rest keeps its colours', () => {
  assert.equal(
    shown('a | nope b=c | head 5'),
    'term:a pipe:| invalid:nope b=c  pipe:| command:head number:5',
  );
  assert.equal(
    shown('a | eval x="open'),
    'term:a pipe:| command:eval field:x operator:= text:"open',
  );
  assert.equal(shown('a ]'), 'term:a invalid:]');
});
