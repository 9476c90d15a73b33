import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesService, NO_SERVICE_FILTER } from './service-filter.ts';
import { sortKpis } from './sort-kpis.ts';

const SERVICE = {
  name: 'Checkout',
  owner: 'Cards team',
  tags: ['shop'],
  state: 'degraded',
} as const;

function matches(words: string, view: 'all' | 'bad' | 'unknown' = 'all'): boolean {
  return matchesService({ ...SERVICE, tags: [...SERVICE.tags] }, { words, view });
}

test('every word is found in the name, the owner or a tag', () => {
  assert.equal(matches(NO_SERVICE_FILTER.words), true);
  assert.equal(matches('check CARDS shop'), true);
  assert.equal(matches('check billing'), false);
});

test('a view shows the states it is about', () => {
  assert.equal(matches('', 'bad'), true);
  assert.equal(matches('', 'unknown'), false);
});

test('the worst KPI stands first, the more important of two before the other, what is off last', () => {
  const kpi = { importance: 5, isEnabled: true };
  const sorted = sortKpis([
    { ...kpi, name: 'off', state: 'critical', isEnabled: false },
    { ...kpi, name: 'fine', state: 'ok' },
    { ...kpi, name: 'unmeasured', state: 'not_measured' },
    { ...kpi, name: 'bad', state: 'critical' },
    { ...kpi, name: 'worse', state: 'critical', importance: 9 },
  ]);

  assert.deepEqual(
    sorted.map(({ name }) => name),
    ['worse', 'bad', 'unmeasured', 'fine', 'off'],
  );
});
