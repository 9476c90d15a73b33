/** What senders named as we name something: the id of an event, and attributes behind our own fields. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EmbeddedEngine } from '../../engines/store/child/engine-of-folder.ts';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';

const NOW = Date.UTC(2026, 0, 31, 12);

const EVENTS = [
  { id: 'Order-1', body: 'first', attributes: [['level', 'gold'] as const] },
  { id: 'Order-1', body: 'first again', attributes: [['id', 'inner'] as const] },
  { id: '', body: 'second', attributes: [['id', 'order-2'] as const, ['source', 'crm'] as const] },
  { id: '', body: 'third', attributes: [['event', 'click'] as const, ['index', '7'] as const] },
  { id: '007', body: 'fourth', attributes: [['attributes.level', 'nested'] as const] },
];

onBothEngines((engine: EmbeddedEngine | undefined) => {
  let tested: SearchUnderTest;
  before(async () => {
    tested = await openSearch({ now: NOW, ...(engine === undefined ? {} : { engine }) });
    await tested.insert(EVENTS.map((event, i) => ({ ...event, timestamp: NOW - 60_000 - i })));
  });
  after(() => tested[Symbol.asyncDispose]());

  const FOUND: readonly (readonly [query: string, bodies: readonly string[]])[] = [
    ['id=order-1', ['first', 'first again']],
    ['id=CASE(Order-1)', ['first', 'first again']],
    ['id=CASE(order-1)', []],
    ['id=order-2', ['second']],
    ['id=inner', []],
    ['id=order*', ['first', 'first again', 'second']],
    ['id=*', ['first', 'first again', 'second', 'fourth']],
    ['id!=order-1', ['second', 'fourth']],
    ['NOT id=*', ['third']],
    ['id=007', ['fourth']],
    ['id IN (order-1, order-2)', ['first', 'first again', 'second']],
    ['* | where id="order-2"', ['second']],
    ['* | dedup id', ['first', 'second', 'fourth']],
    ['attributes.id=inner', ['first again']],
    ['attributes.level=gold', ['first']],
    ['attributes.level=nested', ['fourth']],
    ['attributes.source=crm', ['second']],
    ['attributes.event=CLICK', ['third']],
    ['attributes.index=7', ['third']],
    ['* | fields - zone* | search attributes.level=gold', ['first']],
    ['* | fields - zone* | search id=order-1', ['first', 'first again']],
  ];
  const finds = async (query: string, bodies: readonly string[]): Promise<void> => {
    const rows = await tested.rows(query);

    assert.deepEqual(
      rows.map((row) => row['event']),
      bodies,
    );
  };
  for (const [query, bodies] of FOUND) {
    test(`${query} finds ${bodies.join(', ') || 'nothing'}`, () => finds(query, bodies));
  }

  test('events show their id, and what hides behind our names', async () => {
    const [first, again, second, third] = await tested.rows('*');

    assert.equal(first?.['id'], 'Order-1');
    assert.equal(first?.['level'], 'info');
    assert.equal(first?.['attributes.level'], 'gold');
    assert.equal(again?.['attributes.id'], 'inner');
    assert.equal(second?.['id'], 'order-2');
    assert.equal(second?.['attributes.source'], 'crm');
    assert.equal(third?.['id'], undefined);
    assert.equal(third?.['attributes.event'], 'click');
  });

  test('ids are fields of their own: named, removed, counted', async () => {
    assert.deepEqual(
      (await tested.rows('* | stats count by id')).map((row) => [row['id'], row['count']]),
      [
        ['007', 1],
        ['Order-1', 2],
        ['order-2', 1],
      ],
    );
    assert.equal((await tested.rows('id=order-1 | rename id AS key'))[0]?.['key'], 'Order-1');
    assert.equal((await tested.rows('id=order-1 | fields - id'))[0]?.['id'], undefined);
    assert.equal((await tested.rows('id=order-1 | table i*'))[0]?.['id'], 'Order-1');
  });
});
