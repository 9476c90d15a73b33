import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ExportRun } from '../../../contract/export-runs.ts';
import type { ScheduledExport } from '../../../contract/exports.ts';
import { openDiskObjects } from '../../../engines/objects/disk/open-disk-objects.ts';
import { openMemoryCounters } from '../../../engines/counters/memory/open-memory-counters.ts';
import { openSecrets } from '../../../engines/secrets/open-secrets.ts';
import { LIMITS as PROMISED } from '../../../spec/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { openTestDestinations } from '../../../../test/support/exports/open-test-destinations.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { fakeLookups } from '../../../../test/support/search/fake-lookups.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import type { ExportNeeds } from './export-needs.ts';
import { exportRoutes, exportRunRoutes } from './export-routes.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const PATH = '/api/v1/exports';
const DRAFT = {
  name: 'All events',
  mode: 'archive',
  query: '*',
  schedule: { every: '1h' },
  format: 'jsonl',
  destination: { kind: 'keep' },
};

async function start(t: TestContext, access: AccessUnderTest) {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-exports-'));
  t.after(() => removeFolder(folder));
  const { metadata, clock, cache } = access;
  const objects = await openDiskObjects({ clock, limits: LIMITS.objects }, folder);
  const needs: ExportNeeds = {
    metadata,
    clock,
    plans: PLANS,
    secrets: openSecrets({ secret: 'a secret of the tests, long enough', previous: undefined }),
    destinations: openTestDestinations({ metadata, clock, objects }),
    search: {
      metadata,
      clock,
      cache,
      limits: LIMITS,
      lookups: fakeLookups({}),
      counters: openMemoryCounters({ clock, limits: LIMITS.counters }),
      mining: { minePatterns: () => Promise.reject(new Error('nothing is mined here')) },
      store: {
        query: () => Promise.reject(new Error('nothing is asked here')),
        health: async () => ({ state: 'up' }),
        stream: () => {
          throw new Error('nothing is asked here');
        },
      },
    },
  };
  const { call } = startAccess(t, access, {
    mount: (app) => {
      exportRoutes(app, needs);
      exportRunRoutes(app, needs);
    },
  });
  const { id: organization, owner } = await access.newOrganization();
  const create = async (change: Readonly<Record<string, unknown>> = {}, as = owner) =>
    call(`POST ${PATH}`, { as, body: { ...DRAFT, ...change } });
  const made = async (change: Readonly<Record<string, unknown>> = {}) => {
    const { status, body, text } = await create(change);
    assert.equal(status, 201, text);
    return body.data as ScheduledExport;
  };
  return { needs, call, organization, owner, create, made };
}

onBothStores(
  'an export is kept, changed, switched and deleted, and told about',
  async (t, access) => {
    const { call, owner, organization, made } = await start(t, access);
    const { id } = await made();

    const changed = await call(`PATCH ${PATH}/${id}`, {
      as: owner,
      body: {
        version: 1,
        name: ' Everything ',
        schedule: { cron: '0 6 * * *', timeZone: 'Europe/Berlin' },
      },
    });
    const stale = await call(`PATCH ${PATH}/${id}`, {
      as: owner,
      body: { version: 1, query: 'a' },
    });
    const off = await call(`POST ${PATH}/${id}/disable`, { as: owner });
    const on = await call(`POST ${PATH}/${id}/enable`, { as: owner });
    const list = await call(`GET ${PATH}`, { as: owner });
    const removed = await call(`DELETE ${PATH}/${id}`, { as: owner });
    const gone = await call(`GET ${PATH}/${id}`, { as: owner });

    const after = changed.body.data as ScheduledExport;
    assert.deepEqual([after.name, after.version], ['Everything', 2]);
    // The clock stands at noon in January: six in Berlin is five in UTC, and a run begins once everything is found.
    assert.equal(after.nextRunAt, '2026-01-16T05:02:00.000Z');
    assert.equal(stale.body.code, 'CONFLICT');
    const isOff = off.body.data as ScheduledExport;
    assert.deepEqual([isOff.enabled, isOff.health, isOff.nextRunAt], [false, 'disabled', null]);
    assert.equal((on.body.data as ScheduledExport).nextRunAt, after.nextRunAt);
    assert.equal((list.body.data as ScheduledExport[]).length, 1);
    assert.deepEqual([removed.status, gone.status], [200, 404]);
    const actions = (await access.auditOf(organization)).map(({ action }) => action);
    assert.deepEqual(actions.toSorted(), [
      'export.created',
      'export.deleted',
      'export.disabled',
      'export.enabled',
      'export.updated',
    ]);
  },
);

onBothStores(
  'a plan holds so many exports, and roles and organizations are kept apart',
  async (t, access) => {
    const { create, call, owner, organization, made } = await start(t, access);
    const { id } = await made();
    const member = await access.join(organization, 'member');
    const admin = await access.join(organization, 'admin');
    const free = await access.newOrganization('free');
    const pro = await access.newOrganization('pro');
    const answers = [];
    const { scheduledExports: max } = PLANS.pro.resources;
    for (let i = 0; i <= (max ?? 0); i++) answers.push(await create({ name: `E${i}` }, pro.owner));

    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201, 201, 403],
    );
    assert.equal(answers.at(-1)?.body.code, 'PLAN_LIMIT_REACHED');
    assert.equal((await create({}, free.owner)).body.code, 'PLAN_LIMIT_REACHED');
    assert.equal((await create({}, member)).body.code, 'FORBIDDEN');
    assert.equal((await create({ name: 'By an admin' }, admin)).status, 201);
    assert.equal((await create()).body.code, 'CONFLICT');
    assert.equal((await call(`GET ${PATH}/${id}`, { as: pro.owner })).status, 404);
    assert.equal((await call(`POST ${PATH}/${id}/run`, { as: pro.owner })).status, 404);
    assert.equal((await call(`GET ${PATH}/${id}/key`, { as: member })).status, 403);
    assert.equal((await call(`GET ${PATH}/folders`, { as: member })).status, 403);
    const named = await call(`GET ${PATH}/folders`, { as: owner });
    assert.deepEqual(named.body.data, { folders: [] });
    assert.match(
      (await call(`GET ${PATH}/${id}/key`, { as: owner })).text,
      /"key":"xak_[0-9a-f]{64}"/,
    );
  },
);

onBothStores('what cannot be an export is refused where it is wrong', async (t, access) => {
  const { create } = await start(t, access);
  const { nameCharactersMax, descriptionCharactersMax, backfillMsMax } = PROMISED.exports;
  const ago = (ms: number): string => new Date(access.clock.now() - ms).toISOString();
  const bad: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
    [{ query: '* | stats count' }, /"position":4/],
    [{ query: 'a [search b | fields id]' }, /"position":2/],
    [{ query: '* earliest=-1h' }, /Remove times from the query/],
    [{ query: '| inputlookup x' }, /must start with a search/],
    [{ query: 'level=(' }, /QUERY_SYNTAX_ERROR/],
    [{ schedule: { every: '4m' } }, /between 5m and 24h/],
    [{ schedule: { every: '25h' } }, /between 5m and 24h/],
    [{ schedule: { cron: '0 0 31 2 *' } }, /don’t have this day/],
    [{ schedule: { cron: '* * * * *' } }, /5 minutes/],
    [{ schedule: { cron: '0,58 * * * *' } }, /5 minutes/],
    [{ schedule: { cron: '0 6 * * *', timeZone: 'Mars/Base' } }, /VALIDATION_ERROR/],
    [{ earliest: '-1h' }, /Only reports/],
    [{ mode: 'report', earliest: 'whenever' }, /earliest/],
    [{ mode: 'report', startAt: ago(0) }, /Only archives/],
    [{ startAt: ago(-MINUTE_MS) }, /Now, or earlier/],
    [{ startAt: ago(backfillMsMax + HOUR_MS) }, /before this time/],
    [{ startAt: 'yesterday' }, /A time such as/],
    [{ name: 'x'.repeat(nameCharactersMax + 1) }, /name/],
    [{ name: '../'.repeat(333) + 'x' }, /name/],
    [{ name: '\u202E' }, /name/],
    [{ description: 'x'.repeat(descriptionCharactersMax + 1) }, /description/],
    [{ format: 'xlsx' }, /format/],
    [{ destination: { kind: 'folder', folder: '../etc' } }, /destination/],
    [{ surprise: 1 }, /surprise/],
  ];
  for (const [change, expected] of bad) {
    const { status, text } = await create(change);
    assert.equal(status, 400, JSON.stringify(change));
    assert.match(text, expected, JSON.stringify(change));
  }
});

onBothStores('what is just within the bounds is taken', async (t, access) => {
  const { create, made } = await start(t, access);
  const { nameCharactersMax, descriptionCharactersMax, everyMsMin, everyMsMax } = PROMISED.exports;
  const { backfillMsMax, slugCharactersMax } = PROMISED.exports;
  const names = ['../../etc/passwd', '=cmd|x', '✂️🦊', 'x'.repeat(nameCharactersMax)];
  for (const name of names) assert.equal((await create({ name })).status, 201, name);
  const least = await made({ name: 'a', schedule: { every: `${everyMsMin / MINUTE_MS}m` } });
  const most = await made({ name: 'b', schedule: { every: `${everyMsMax / HOUR_MS}h` } });
  await made({ name: 'c', schedule: { cron: '*/5 * * * *' } });
  await made({ name: 'd', description: 'x'.repeat(descriptionCharactersMax) });
  const startAt = new Date(access.clock.now() - backfillMsMax).toISOString();
  const old = await made({ name: 'e', startAt });
  await made({ name: 'f', query: 'index=_audit | where level="info" | eval a=1 | table _time a' });

  assert.equal(least.nextRunAt, '2026-01-15T12:07:00.000Z');
  assert.equal(most.nextRunAt, '2026-01-16T00:02:00.000Z');
  assert.equal(old.watermark, startAt);
  const rows = await access.metadata.db.selectFrom('exports').select(['name', 'folder']).execute();
  for (const { name, folder } of rows) {
    assert.match(folder, /^[a-z0-9][a-z0-9-]*-[A-Za-z0-9]{22}$/, name);
    assert(folder.length <= slugCharactersMax + 23);
  }
});

onBothStores(
  'a run is asked for once, cancelled, and only a failed one is tried again',
  async (t, access) => {
    const { call, owner, made, organization } = await start(t, access);
    const { id } = await made();
    const early = await call(`POST ${PATH}/${id}/run`, { as: owner });
    access.clock.advance(10 * MINUTE_MS);

    const asked = await call(`POST ${PATH}/${id}/run`, { as: owner });
    const twice = await call(`POST ${PATH}/${id}/run`, { as: owner });
    const retried = await call(`POST ${PATH}/${id}/retry`, { as: owner });
    const cancelled = await call(`POST ${PATH}/${id}/cancel`, { as: owner });
    const again = await call(`POST ${PATH}/${id}/cancel`, { as: owner });
    const runs = await call(`GET ${PATH}/${id}/runs`, { as: owner });

    assert.deepEqual([early.status, early.body.code], [409, 'CONFLICT']);
    assert.equal(asked.status, 202, asked.text);
    const run = asked.body.data as ExportRun;
    const { safeMs } = PROMISED.exports;
    assert.equal(run.from, '2026-01-15T12:00:00.000Z');
    assert.equal(run.to, new Date(access.clock.now() - safeMs).toISOString());
    assert.equal(run.requestedBy, owner.email);
    assert.deepEqual([twice.status, retried.status, again.status], [409, 409, 409]);
    assert.equal((cancelled.body.data as ExportRun).state, 'cancelled');
    assert.deepEqual(
      (runs.body.data as ExportRun[]).map(({ state }) => state),
      ['cancelled'],
    );
    const reported = (await access.auditOf(organization)).filter(({ action }) =>
      /run_/.test(action),
    );
    assert.deepEqual(reported.map(({ action, resource }) => `${action} ${resource}`).toSorted(), [
      `export.run_cancelled ${id}`,
      `export.run_requested ${id}`,
    ]);
    for (const { actor, details } of reported) {
      assert.equal(actor, owner.email);
      assert.equal((JSON.parse(details) as { run: string }).run, run.id);
    }
  },
);
