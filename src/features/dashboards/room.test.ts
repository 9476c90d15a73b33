/** What the room of dashboards runs beside its routes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { PLANS } from '../../spec/plans.ts';
import { answeringStore } from '../../../test/support/answering-store.ts';
import { dashboardOf } from '../../../test/support/dashboards/dashboards.ts';
import { openAccess, PUBLIC_ORIGIN } from '../../../test/support/open-access.ts';
import { createDashboard } from './managing/manage-dashboards.ts';
import { dashboardsRoom } from './room.ts';
import { shareDashboard } from './sharing/share-dashboard.ts';

test('links are tidied up once an hour, reports are sent, and pages say who may frame them', async (t) => {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const { search } = answeringStore({ now: clock.now() }, () => []);
  const publicOrigin = () => PUBLIC_ORIGIN;
  const needs = { metadata, clock, plans: PLANS, search };
  const room = dashboardsRoom.open({
    ...needs,
    counters: { hit: () => Promise.reject(new Error('nobody visits')) },
    access: { publicOrigin, enqueueMail: async () => {} },
    log: silentLog,
  });
  const { id } = await createDashboard(needs, owner.actor, { definition: dashboardOf() });
  const { link } = await shareDashboard({ ...needs, publicOrigin }, owner.actor, id, {
    audience: 'public',
    embedOrigins: ['https://a.example'],
  });
  const started: string[] = [];
  const [page, ...otherPages] = room.pages;
  const [job, ...otherJobs] = room.jobs;
  assert(link !== undefined && page !== undefined && job !== undefined);
  const links = () => metadata.db.selectFrom('dashboard_links').select('id').execute();

  assert.equal(dashboardsRoom.contract.length, 4);
  assert.equal(await dashboardsRoom.counts.dashboards(metadata, organization), 1);
  room.startDue({ start: ({ name }: { name: string }) => void started.push(name) } as never);
  assert.deepEqual(started, ['dashboard-reports']);
  assert.deepEqual([otherPages, otherJobs], [[], []]);
  assert.equal(page.url, '/public/dashboard/:id');
  assert.deepEqual(await page.framedBy(link.id), ['https://a.example']);
  assert.deepEqual([job.name, job.everyMs], ['dashboard-link-tidying', 3_600_000]);
  await job.run();
  assert.equal((await links()).length, 1);
  clock.advance(400 * 86_400_000);
  assert.deepEqual(await page.framedBy(link.id), []);
  await job.run();
  assert.equal((await links()).length, 0);
});
