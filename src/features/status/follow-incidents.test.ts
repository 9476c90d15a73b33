import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IncidentRow } from '../../engines/history/history.ts';
import { followIncidents } from './follow-incidents.ts';

const own: IncidentRow = {
  id: 'inc_1',
  title: '',
  components: ['api'],
  isOutage: false,
  openedAt: 1,
  closedAt: null,
};
const newId = (): string => 'inc_2';

test('one incident opens for all failing components', () => {
  const change = followIncidents(
    [],
    { api: 'outage', search: 'degraded', web: 'operational' },
    5,
    newId,
  );

  assert.deepEqual(change, {
    kind: 'opened',
    incident: {
      id: 'inc_2',
      title: '',
      components: ['api', 'search'],
      isOutage: true,
      openedAt: 5,
      closedAt: null,
    },
  });
});

test('it grows, and closes when every part of it is well', () => {
  const grown = followIncidents([own], { api: 'degraded', search: 'outage' }, 6, newId);
  assert.deepEqual(grown.kind === 'changed' && grown.incident.components, ['api', 'search']);

  assert.equal(followIncidents([own], { api: 'degraded' }, 6, newId).kind, 'same');
  const closed = followIncidents([own], { api: 'operational' }, 7, newId);
  assert.equal(closed.kind !== 'same' && closed.incident.closedAt, 7);
});

test('no data closes nothing and opens nothing; maintenance opens nothing', () => {
  assert.equal(followIncidents([own], { api: 'no_data' }, 6, newId).kind, 'same');
  assert.equal(followIncidents([], { api: 'no_data', web: 'maintenance' }, 6, newId).kind, 'same');
});

test('what people opened is theirs', () => {
  const theirs = { ...own, title: 'Invoices are late' };

  assert.equal(followIncidents([theirs], { api: 'operational' }, 6, newId).kind, 'same');
  assert.equal(followIncidents([theirs], { api: 'outage' }, 6, newId).kind, 'opened');
});
