/** A space between the name of a function and its parenthesis changes nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVAL_FUNCTIONS } from '../functions/eval-functions.ts';
import { parse, print } from '../index.ts';

function printed(text: string): string | readonly string[] {
  const { query, diagnostics } = parse(text);
  return query === undefined ? diagnostics.map(({ message }) => message) : print(query);
}

for (const name of [...Object.keys(EVAL_FUNCTIONS), 'in']) {
  test(`${name} (…)`, () => {
    for (const given of ['', 'a', 'a, "b"', 'a, "b", 3', 'a=1, "b"', 'a, 2']) {
      const place = `* | eval x=if(isnull(a), null(), ${name}`;
      const close = printed(`${place}(${given}))`);
      assert.deepEqual(printed(`${place} (${given}))`), close, given);
      assert.deepEqual(printed(`${place}\n(${given}))`), close, given);
    }
  });
}

test('a condition begins with a function that is an operator, too', () => {
  assert.equal(printed('* | where like (a, "b%")'), printed('* | where like(a, "b%")'));
  assert.equal(printed('* | where NOT in (a, 1, 2)'), printed('* | where NOT in(a, 1, 2)'));
  assert.equal(printed('* | where a LIKE ("b%")'), printed('* | where like(a, "b%")'));
});

test('options about where a lookup table lies are left out', () => {
  const expected = printed('* | lookup teams host OUTPUT team');
  for (const options of ['local=1', 'local=true', 'local = f update=true']) {
    assert.equal(printed(`* | lookup ${options} teams host OUTPUT team`), expected, options);
  }
});
