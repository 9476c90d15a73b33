import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../../../../src/language/index.ts';
import { evidenceWindow } from './evidence-range.ts';

const INCIDENT = {
  eventsFrom: '2026-01-15T11:55:00.000Z',
  eventsTo: '2026-01-15T12:00:00.000Z',
  details: {},
};

test('evidence is of the window that fired, by the time that the rule counts by', () => {
  const windowOf = (query: string, details: Record<string, unknown> = {}) =>
    Object.values(evidenceWindow({ ...INCIDENT, details }, parse(query).query)).join(' ');
  const usual = '2026-01-15T11:55:00.000Z 2026-01-15T12:00:00.000Z';

  assert.equal(
    windowOf('level=error _index_earliest=1768478100 _index_latest=1768478400'),
    `${usual} ingest time`,
  );
  assert.equal(
    windowOf('level=error earliest=1768478100 latest=1768478400'),
    `${usual} event time`,
  );
  const late = { from: Date.parse('2026-01-15T11:27:00Z'), to: Date.parse('2026-01-15T11:32:00Z') };
  assert.equal(
    windowOf('level=error _index_latest=1768478400', { late }),
    '2026-01-15T11:27:00.000Z 2026-01-15T11:32:00.000Z event time',
  );
  assert.equal(windowOf('', { late: { from: 'x' } }), `${usual} event time`);
});
