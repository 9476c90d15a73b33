import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFacts } from '../text/query-facts.ts';
import { cellText, drillDown } from './drill-down.ts';

test('a cell of stats leads to the events of its group', () => {
  const text = 'error | stats count by service, host | sort -count';
  const rows = [{ service: 'a b', host: null, count: 5 }];

  assert.deepEqual(drillDown(text, readFacts(text), rows, 0, 'count'), {
    query: 'error service="a b" NOT host=*',
    from: undefined,
    to: undefined,
  });
});

test('a cell of a timechart leads to its bucket and series', () => {
  const text = '* | timechart count by level';
  const rows = [
    { _time: '1970-01-01T00:00:10.000Z', error: 1, OTHER: 2 },
    { _time: '1970-01-01T00:00:20.000Z', error: 3, OTHER: 4 },
  ];

  assert.deepEqual(drillDown(text, readFacts(text), rows, 1, 'error'), {
    query: 'level=error',
    from: 20_000,
    to: 30_000,
  });
  assert.equal(drillDown(text, readFacts(text), rows, 0, 'OTHER')?.query, '*');
});

test('top and tstats have their groups, too', () => {
  const top = 'error | top limit=3 service by host';
  const tstats = '| tstats count where index=web by source';

  assert.equal(
    drillDown(top, readFacts(top), [{ host: 'h', service: 's', count: 1 }], 0, 'count')?.query,
    'error service=s host=h',
  );
  assert.equal(
    drillDown(tstats, readFacts(tstats), [{ source: 'x', count: 1 }], 0, 'count')?.query,
    'index=web source=x',
  );
});

test('rows that stand for no events lead nowhere', () => {
  const text = '| makeresults count=3 | table x';

  assert.equal(drillDown(text, readFacts(text), [{ x: 1 }], 0, 'x'), undefined);
});

test('numbers are written for people', () => {
  assert.equal(cellText(1_234_567), '1,234,567');
  assert.equal(cellText(0.123456789), '0.123457');
  assert.equal(cellText(['a', 'b']), 'a, b');
});
