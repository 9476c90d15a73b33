/** Links and reports of a dashboard on a metadata store alone: who, how long, how many, and whose they are. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { ShareDraft } from '../../../contract/dashboard-sharing.ts';
import { PLANS } from '../../../spec/plans.ts';
import type { Role } from '../../../spec/roles.ts';
import { DAY_MS, HOUR_MS } from '../../../spec/units.ts';
import { answeringStore } from '../../../../test/support/answering-store.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { openAccess, PUBLIC_ORIGIN } from '../../../../test/support/open-access.ts';
import { completeDefinition } from '../../../contract/definition-form.ts';
import { createDashboard } from '../managing/manage-dashboards.ts';
import {
  changeReport,
  createReport,
  deleteReport,
  listReports,
} from '../reports/manage-reports.ts';
import { findEmbedOrigins, findLinkByHash } from './dashboard-links-table.ts';
import { linkedIndexes } from './linked-indexes.ts';
import { deleteLink, forgetEndedLinks, listLinks, shareDashboard } from './share-dashboard.ts';

const DEFINITION = dashboardOf([valuePanel('n', 'index=web host=$v$ | stats count')], {
  variables: [
    { name: 'v', type: 'list', options: [{ value: 'a' }, { value: 'b' }], all: false },
  ] as never,
});

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const { search } = answeringStore(
    { now: clock.now(), indexes: ['web', 'main', '_audit'] },
    () => [],
  );
  const needs = { metadata, clock, plans: PLANS, search, publicOrigin: () => PUBLIC_ORIGIN };
  const { id } = await createDashboard(needs, owner.actor, { definition: DEFINITION });
  const share = (draft: Partial<ShareDraft> = {}, actor = owner.actor) =>
    shareDashboard(needs, actor, id, { audience: 'public', ...draft });
  return { access, organization, owner, needs, id, clock, share, metadata };
}

const detailsAre = (path: string, message: string) => (error: unknown) => {
  assert.ok(error instanceof AppError);
  assert.deepEqual(error.facts.details, [{ path, message }]);
  return true;
};

test('a lent role shares inside the organization, and publishes nothing', async (t) => {
  const { share, owner } = await start(t);
  const { actor } = owner;
  assert.ok(actor.who.kind === 'user');
  const lentTo = (ownRole: Role) => ({ ...actor, who: { ...actor.who, ownRole } as Actor['who'] });

  assert.ok((await share({ audience: 'organization' }, lentTo('viewer'))).url.length > 0);
  await assert.rejects(share({}, lentTo('member')), {
    code: 'FORBIDDEN',
    message: /Your role is temporary, and this would outlast it/,
  });
  // An Admin whose lent role is the Owner's may publish anyway.
  assert.ok((await share({}, lentTo('admin'))).link !== undefined);
});

test('a link lasts from an hour to ninety days, a week by default, and is found until it ends', async (t) => {
  const { share, clock, needs, owner, id, metadata, access } = await start(t);
  const at = (ms: number): string => new Date(clock.now() + ms).toISOString();
  const wrong = detailsAre(
    'expiresAt',
    'A public link must expire between one hour and 90 days from now.',
  );
  const first = await share();
  const short = await share({
    expiresAt: at(HOUR_MS),
    embedOrigins: ['https://a.example'],
    rawRows: true,
    earliest: '-2h',
    latest: 'now',
    timeZone: 'UTC',
    variables: { v: 'b' },
  });
  await share({ expiresAt: at(90 * DAY_MS) });
  for (const ms of [HOUR_MS - 1, 90 * DAY_MS + 1, -1]) {
    await assert.rejects(share({ expiresAt: at(ms) }), wrong);
  }

  assert.deepEqual(
    [first.link?.expiresAt, first.link?.rawRows, first.link?.embedOrigins, first.link?.version],
    [at(7 * DAY_MS), false, [], 1],
  );
  assert.deepEqual([short.link?.rawRows, short.link?.indexes], [true, ['web']]);
  const pins = { savedSearches: {}, lookups: {}, dataModels: {} };
  const rows = await metadata.db
    .selectFrom('dashboard_links')
    .selectAll()
    .orderBy('expires_at')
    .execute();
  assert.deepEqual(
    rows.map(({ settings }) => JSON.parse(settings) as unknown),
    [
      { earliest: '-2h', latest: 'now', timeZone: 'UTC', variables: { v: 'b' }, pins },
      { variables: {}, pins },
      { variables: {}, pins },
    ],
  );
  const linkId = short.link?.id ?? '';
  assert.deepEqual(await findEmbedOrigins(metadata, linkId, clock.now()), ['https://a.example']);
  assert.equal((await findLinkByHash(metadata, rows[0]?.token_hash ?? ''))?.id, linkId);
  assert.equal(await findLinkByHash(metadata, 'no such hash'), undefined);
  assert.equal((await listLinks(needs, owner.actor, id, {})).data.length, 3);
  clock.advance(HOUR_MS);
  assert.deepEqual(await findEmbedOrigins(metadata, linkId, clock.now()), []);
  assert.deepEqual(
    (await listLinks(needs, owner.actor, id, {})).data.map((link) => link.id).includes(linkId),
    false,
  );
  await forgetEndedLinks(needs);
  assert.equal((await metadata.db.selectFrom('dashboard_links').selectAll().execute()).length, 2);
  const stranger = (await access.newOrganization()).owner.actor;
  await assert.rejects(deleteLink(needs, stranger, id, first.link?.id ?? ''), {
    code: 'NOT_FOUND',
  });
  await assert.rejects(deleteLink(needs, owner.actor, 'dsh_other', first.link?.id ?? ''), {
    code: 'NOT_FOUND',
  });
  await deleteLink(needs, owner.actor, id, first.link?.id ?? '');
  assert.equal((await listLinks(needs, owner.actor, id, {})).data.length, 1);
});

test('an organization has twenty links that have not ended', async (t) => {
  const { share, clock } = await start(t);
  const soon = new Date(clock.now() + HOUR_MS).toISOString();
  for (let made = 0; made < 20; made += 1) await share(made === 0 ? { expiresAt: soon } : {});

  await assert.rejects(share(), {
    code: 'CONFLICT',
    message: 'An organization can have at most 20 public links. Revoke one you no longer need.',
  });
  clock.advance(HOUR_MS);
  await share();
});

test('a share names only what the dashboard can be shown with', async (t) => {
  const { share, owner } = await start(t);
  const inside = await share({
    audience: 'organization',
    earliest: '-1h',
    timeZone: 'UTC',
    variables: { v: ['a'] },
  });
  const without = new Set(
    [...owner.actor.permissions].filter((each) => each !== 'dashboards:publish'),
  );
  const key = { kind: 'api_key', id: 'key_a', name: 'a' } as const;

  assert.match(
    inside.url,
    /^https:\/\/logs\.example\.com\/dashboards\/\w+\?earliest=-1h&timeZone=UTC&var\.v=a$/,
  );
  assert.equal(inside.token, undefined);
  for (const draft of [
    { earliest: 'x' },
    { latest: 'x' },
    { timeZone: 'No/Such_Zone' },
    { variables: { w: 'a' } },
    { variables: { v: 'c' } },
  ]) {
    await assert.rejects(share(draft), { code: 'VALIDATION_ERROR' }, JSON.stringify(draft));
  }
  await assert.rejects(share({}, { ...owner.actor, permissions: without }), {
    code: 'FORBIDDEN',
    message: 'Public links require the permission dashboards:publish.',
  });
  await assert.rejects(share({}, { ...owner.actor, who: key, permissions: without }), {
    code: 'INSUFFICIENT_SCOPE',
  });
});

test('a link reads what its queries name, whatever is chosen', async (t) => {
  const { needs, owner } = await start(t);
  const variables = [
    { name: 'v', type: 'list', options: [{ value: 'web' }, { value: 'main' }], all: false },
  ];
  const indexes = (query: string, more: object = {}) =>
    linkedIndexes(needs.search, { ...owner.actor }, completeOf(query, { variables, ...more }), {});

  assert.deepEqual(await indexes('index=$v$ | stats count'), ['main', 'web']);
  assert.deepEqual(await indexes('index=web | timechart span=1h count'), ['web']);
  assert.deepEqual(
    await indexes('index=web', { searches: [{ id: 's', query: 'index=main | stats count' }] }),
    ['main', 'web'],
  );
  await assert.rejects(
    indexes('index=_audit | stats count'),
    detailsAre('audience', "The index _audit can't be shared publicly."),
  );
  await assert.rejects(indexes('x=('), { code: 'QUERY_SYNTAX_ERROR' });
});

function completeOf(query: string, more: object) {
  return completeDefinition(dashboardOf([valuePanel('n', query)], more));
}

const SCHEDULE = { every: 'daily', at: '08:00' } as const;

test('a report is kept as it was made, changed in what is named, and gone when it is deleted', async (t) => {
  const { needs, owner, id, clock, access } = await start(t);
  const made = await createReport(needs, owner.actor, id, {
    schedule: SCHEDULE,
    recipients: [owner.email.toUpperCase()],
  });
  const { id: reportId } = made;
  const row = async () =>
    (await access.metadata.db.selectFrom('dashboard_reports').selectAll().execute())[0];
  const due = (await row())?.due_at ?? 0;

  assert.deepEqual([made.name, made.isEnabled, made.recipients], ['Checkout', true, [owner.email]]);
  assert.ok(due > clock.now() && due <= clock.now() + DAY_MS);
  assert.equal(new Date(due).toISOString().slice(11), '08:00:00.000Z');
  const off = await changeReport(needs, owner.actor, id, reportId, {
    isEnabled: false,
    name: 'Weekly',
    earliest: '-1d',
    latest: 'now',
    variables: { v: 'b' },
  });
  assert.deepEqual(
    [
      off.isEnabled,
      off.name,
      (await row())?.due_at,
      (await row())?.earliest,
      (await row())?.latest,
      (await row())?.variables,
    ],
    [false, 'Weekly', null, '-1d', 'now', '{"v":"b"}'],
  );
  const on = await changeReport(needs, owner.actor, id, reportId, {
    isEnabled: true,
    schedule: { every: 'daily', at: '09:30' },
  });
  assert.deepEqual(
    [on.name, new Date((await row())?.due_at ?? 0).toISOString().slice(11, 16)],
    ['Weekly', '09:30'],
  );
  const renamed = await changeReport(needs, owner.actor, id, reportId, { name: 'Daily' });
  assert.deepEqual(
    [renamed.isEnabled, renamed.name, (await row())?.due_at !== null],
    [true, 'Daily', true],
  );
  const stranger = await access.newOrganization();
  await assert.rejects(changeReport(needs, owner.actor, id, 'rep_other', {}), {
    code: 'NOT_FOUND',
  });
  await assert.rejects(deleteReport(needs, stranger.owner.actor, id, reportId), {
    code: 'NOT_FOUND',
  });
  for (const change of [
    { earliest: 'x' },
    { latest: 'x' },
    { variables: { w: 'a' } },
    { variables: { v: 'c' } },
  ]) {
    await assert.rejects(changeReport(needs, owner.actor, id, reportId, change), {
      code: 'VALIDATION_ERROR',
    });
  }
  await assert.rejects(
    changeReport(needs, owner.actor, id, reportId, {
      recipients: [owner.email, stranger.owner.email],
    }),
    detailsAre('recipients.1', 'Recipients must be members of the organization.'),
  );
  await deleteReport(needs, owner.actor, id, reportId);
  assert.deepEqual((await listReports(needs, owner.actor, id, {})).data, []);
  await assert.rejects(deleteReport(needs, owner.actor, id, reportId), { code: 'NOT_FOUND' });
});

test('a dashboard has five reports', async (t) => {
  const { needs, owner, id, clock } = await start(t);
  const make = (isEnabled = true) =>
    createReport(needs, owner.actor, id, {
      schedule: SCHEDULE,
      recipients: [owner.email],
      isEnabled,
    });
  for (let made = 0; made < 5; made += 1) {
    await make(made > 0);
    clock.advance(1);
  }

  await assert.rejects(make(), {
    code: 'CONFLICT',
    message: 'A dashboard can have at most 5 reports.',
  });
  assert.deepEqual(
    (await listReports(needs, owner.actor, id, {})).data.map(({ isEnabled }) => isEnabled),
    [false, true, true, true, true],
  );
});
