import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MaintenanceRow } from '../../../engines/history/history.ts';
import { groupMaintenance, isExcluded, isInTime, isUnderMaintenance } from './maintenance.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 16, 20);
const minute = start / 60_000;
const record: MaintenanceRow = {
  id: 'mnt_1',
  madeAt: start - 48 * hour,
  from: start,
  to: start + hour,
  components: ['api', 'search'],
  text: 'New disks',
  name: 'Ada',
};
const late = { ...record, madeAt: record.madeAt + 1 };

function at(records: readonly MaintenanceRow[], component: string, after: number) {
  const groups = groupMaintenance(records);
  return [
    isUnderMaintenance(groups, component, minute + after),
    isExcluded(groups, component, minute + after),
  ];
}

test('what was announced 48 hours ahead is in time', () => {
  assert.equal(isInTime(record), true);
  assert.equal(isInTime(late), false);
});

for (const [name, records, component, after, expected] of [
  ['the minute before it', [record], 'api', -1, [false, false]],
  ['its first minute', [record], 'api', 0, [true, true]],
  ['its last minute', [record], 'search', 59, [true, true]],
  ['the minute after it', [record], 'api', 60, [false, false]],
  ['another part', [record], 'web', 0, [false, false]],
  ['what was announced too late', [late], 'api', 0, [true, false]],
  ['what nobody announced', [], 'api', 0, [false, false]],
  [
    'what was announced while it went on',
    [{ ...record, madeAt: start + 10 * 60_000 }],
    'api',
    9,
    [true, false],
  ],
  [
    'the minute before that',
    [{ ...record, madeAt: start + 10 * 60_000 }],
    'api',
    8,
    [false, false],
  ],
  [
    'what it grew by at short notice',
    [record, { ...record, madeAt: start, to: start + 2 * hour }],
    'api',
    70,
    [true, false],
  ],
  [
    'what it was before it grew',
    [record, { ...record, madeAt: start, to: start + 2 * hour }],
    'api',
    50,
    [true, true],
  ],
  [
    'what it was cut by',
    [record, { ...record, madeAt: start + 60_000, to: start + 5 * 60_000 }],
    'api',
    10,
    [false, false],
  ],
  [
    'one of two',
    [
      { ...record, components: ['web'] },
      { ...record, id: 'mnt_2' },
    ],
    'api',
    0,
    [true, true],
  ],
] as const) {
  test(`${name}: worked on ${expected[0]}, not counted ${expected[1]}`, () => {
    assert.deepEqual(at(records, component, after), expected);
  });
}

test('records of one maintenance belong together', () => {
  const other = { ...record, id: 'mnt_2' };
  assert.deepEqual(groupMaintenance([record, other, late]), [[record, late], [other]]);
});
