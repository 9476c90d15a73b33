import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateQuery } from '../../test/support/language/generate-query.ts';
import { plainTree } from '../../test/support/language/plain-tree.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { format } from './format.ts';
import { parse } from './parser/parser.ts';
import { print } from './print/printer.ts';
import { shapeOf } from './shape/shape-of.ts';

test('each command gets a line of its own, in canonical form', () => {
  assert.equal(
    format('index=web   error OR fail|stats count by host|sort 5 - count'),
    'index=web (error OR fail)\n| stats count BY host\n| sort 5 -count',
  );
  assert.equal(format('| tstats count'), '| tstats count');
  assert.equal(format(''), '*');
});

test('comments stay with their command', () => {
  const text = '```why``` a ```first``` | head ```five``` 5 ```end```';

  assert.equal(format(text), '```why```\n```first```\na\n```five```\n| head 5\n```end```');
});

test('what cannot be read is not touched', () => {
  assert.equal(format('a | nope'), undefined);
  assert.equal(format('`macro`'), undefined);
});

test('formatting changes neither the meaning nor what is formatted already', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const text = print(generateQuery(seededRandom(seed)));
    const formatted = format(text) ?? assert.fail(text);

    assert.deepEqual(
      plainTree(parse(formatted).query),
      plainTree(parse(text).query),
      `seed ${seed}`,
    );
    assert.equal(format(formatted), formatted, `seed ${seed}`);
  }
});

test('the shape of the rows tells events from tables', () => {
  const shape = (text: string): ReturnType<typeof shapeOf> =>
    shapeOf(parse(text).query ?? assert.fail(text));

  assert.equal(shape('error | head 5 | eval x=1').hasText, true);
  assert.deepEqual(shape('error | stats count BY host'), {
    hasText: false,
    isOpen: false,
    fields: ['host', 'count'],
  });
  assert.deepEqual(
    shape('* | stats count BY host | rename host AS h | eval x=1 | fields - count').fields,
    ['h', 'x'],
  );
  assert.deepEqual(shape('* | table a, b | fields - a').fields, ['b']);
  assert.equal(shape('* | timechart count BY host').isOpen, true);
  assert.deepEqual(shape('* | top host BY level').fields, ['level', 'host', 'count', 'percent']);
  assert.equal(shape('* | fields host').hasText, true);
  assert.equal(shape('* | table host').hasText, false);
  assert.equal(shape('* | table _raw').hasText, true);
});
