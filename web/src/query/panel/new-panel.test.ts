import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { panelOfSearch, placedPanel } from './new-panel.ts';
import { newElementId } from './panel-form.ts';

const none = { mode: 'auto', columns: [] } as const;

test('a search becomes the panel that shows what it shows', () => {
  assert.deepEqual(panelOfSearch({ ...none, query: 'index=web | timechart count by status' }), {
    kind: 'timeseries',
    title: 'Count by status',
    query: 'index=web | timechart count by status',
  });
  assert.deepEqual(panelOfSearch({ ...none, query: ' ' }), {
    kind: 'logs',
    title: 'Events',
    query: '*',
  });
});

test('the chosen mode and columns come along', () => {
  const query = 'level=error | stats count by path';

  const patterns = panelOfSearch({ query, mode: 'patterns', columns: [] });
  const events = panelOfSearch({ query, mode: 'events', columns: ['path', 'status'] });

  assert.deepEqual([patterns.kind, patterns.query], ['patterns', 'level=error']);
  assert.deepEqual([events.kind, events.query], ['logs', 'level=error']);
  assert.deepEqual(events.options, { fields: ['path', 'status'] });
});

test('no more fields come along than a panel has', () => {
  const max = LIMITS.dashboards.logFieldsMax;
  const columns = Array.from({ length: max + 1 }, (_, at) => `f${at}`);

  assert.equal(panelOfSearch({ ...none, query: 'x', columns }).options?.fields.length, max);
});

test('a new panel has an id and a place that no other has', () => {
  const others = [{ id: 'p2', x: 0, y: 0, w: 24, h: 4 }];

  const panel = placedPanel(panelOfSearch({ ...none, query: '* | stats count' }), others);

  assert.deepEqual([panel.id, panel.x, panel.y], ['p3', 0, 4]);
  assert.equal(newElementId([]), 'p1');
});
