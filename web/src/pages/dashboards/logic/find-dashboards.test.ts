import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDashboards, NO_FILTER } from './find-dashboards.ts';

const dashboard = (name: string, more: object = {}) => ({
  id: `dsh_${name}`,
  version: 1,
  isStarred: false,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedBy: 'ada@example.com',
  updatedAt: '2026-11-15T08:00:00.000Z',
  key: null,
  name,
  description: '',
  tags: [] as string[],
  panels: 1,
  ...more,
});
const ALL = [
  dashboard('Old'),
  dashboard('New', { updatedAt: '2026-11-16T08:00:00.000Z', tags: ['shop'] }),
  dashboard('Liked', { isStarred: true, description: 'Payments of the shop' }),
];

function names(filter: Partial<typeof NO_FILTER>): string[] {
  return findDashboards(ALL, { ...NO_FILTER, ...filter }).map(({ name }) => name);
}

test('starred ones come first, then what was changed last', () => {
  assert.deepEqual(names({}), ['Liked', 'New', 'Old']);
});

test('every word has to stand somewhere: in name, description, tags, or who changed it', () => {
  assert.deepEqual(names({ words: 'SHOP' }), ['Liked', 'New']);
  assert.deepEqual(names({ words: 'shop pay' }), ['Liked']);
  assert.deepEqual(names({ words: 'ada' }), ['Liked', 'New', 'Old']);
  assert.deepEqual(names({ isStarred: true }), ['Liked']);
  assert.deepEqual(names({ tag: 'shop' }), ['New']);
});
