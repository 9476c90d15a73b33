import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DashboardReportRow } from '../../../engines/metadata/tables/dashboards.ts';
import { sendReports, type SendNeeds } from './send-reports.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const DAY = 86_400_000;

test('reports are tried three times, later each time, and not when they are a day late', () => {
  const terms = sendReports({} as SendNeeds);
  const isTooLate = (dueAt: number | null) =>
    terms.isTooLate?.({ due_at: dueAt } as DashboardReportRow, NOON);

  const { name, table, owner, placesMax, perOwnerMax, attemptsMax } = terms;
  assert.deepEqual(
    { name, table, owner, placesMax, perOwnerMax, attemptsMax },
    {
      name: 'dashboard-reports',
      table: 'dashboard_reports',
      owner: 'organization_id',
      placesMax: 2,
      perOwnerMax: 1,
      attemptsMax: 3,
    },
  );
  assert.deepEqual([terms.retryDelayMs(1), terms.retryDelayMs(3)], [60_000, 180_000]);
  assert.deepEqual(
    [isTooLate(NOON - DAY), isTooLate(NOON - DAY - 1), isTooLate(null), isTooLate(NOON)],
    [false, true, false, false],
  );
});
