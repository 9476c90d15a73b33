/** A long list finds what the same values find one by one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../../test/support/search-under-test.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const VALUES = ['a', 'B', 'ä', '7', '7.0', '0.5', '1e3', '10.1.2.3', 'x y', "it's", '-', ''];
let tested: SearchUnderTest;

before(async () => {
  tested = await openSearch({ now: NOW, indexes: ['main', 'web', '_audit'] });
  await tested.insert([
    ...VALUES.flatMap((value, i) => [
      {
        body: `line ${i}`,
        level: value === '' ? 'info' : value.toLowerCase(),
        attributes:
          value === ''
            ? []
            : ([
                ['f', value],
                ['user_id', value],
              ] as const),
      },
      { body: `upper ${i}`, attributes: [['f', value.toUpperCase()]] as const },
    ]),
    { body: 'elsewhere', index: 'web', attributes: [['f', 'a']] },
  ]);
});
after(() => tested[Symbol.asyncDispose]());

/** More than conditions of their own; none of them is in an event. */
const PADDING = Array.from({ length: 30 }, (_, i) => `pad${i}`);
const quoted = (values: readonly string[]): string =>
  values.map((value) => JSON.stringify(value)).join(', ');

async function found(query: string): Promise<unknown[]> {
  const rows = await tested.rows(`${query} | sort event | table event`);
  return rows.map(({ event }) => event);
}

for (const wanted of [['a'], ['b', 'Ä'], ['7'], ['7.0', '.5'], ['1000'], ['x y', "it's"], []]) {
  test(`${JSON.stringify(wanted)} in a long list`, async () => {
    for (const field of ['f', 'user_id', 'level']) {
      const short = `${field} IN (${quoted([...wanted, 'pad0'])})`;
      const long = `${field} IN (${quoted([...wanted, ...PADDING])})`;
      assert.deepEqual(await found(long), await found(short), long.slice(0, 40));
      assert.deepEqual(await found(`NOT ${long}`), await found(`NOT ${short}`), field);
    }
  });

  test(`${JSON.stringify(wanted)} in a long list of where`, async () => {
    for (const field of ['f', 'level', 'tonumber(f)', 'split(f, " ")']) {
      const short = `* | where ${field} IN (${quoted([...wanted, 'pad0'])})`;
      const long = `* | where ${field} IN (${quoted([...wanted, ...PADDING])})`;
      const not = (query: string): string => query.replace('where ', 'where NOT ');
      assert.deepEqual(await found(long), await found(short), field);
      assert.deepEqual(await found(not(long)), await found(not(short)), `NOT ${field}`);
    }
  });
}

test('wildcards, networks and words by case stand beside the plain values of a list', async () => {
  const padding = quoted(PADDING);

  assert.deepEqual(await found(`f IN (${padding}, "it*")`), await found('f="it*"'));
  assert.deepEqual(await found(`f IN (${padding}, 10.0.0.0/8)`), await found('f=10.0.0.0/8'));
  assert.deepEqual(await found(`f IN (${padding}, CASE(B))`), await found('f=CASE(B)'));
  assert.deepEqual(await found(`index IN (${PADDING.map(() => 'web').join()})`), ['elsewhere']);
});
