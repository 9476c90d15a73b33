/** Members change lookup tables and saved searches; what a public link shows they do not. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PublicDashboard, Shared } from '../../../contract/dashboard-sharing.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import type { Member } from '../../../../test/support/open-access.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startDashboards } from '../../../../test/support/dashboards/start-dashboards.ts';

const store = await openTestStore();

async function start(t: TestContext) {
  const dashboards = await startDashboards(t, store, { rates: { public: 0 } });
  const { access, call, needs } = dashboards;
  const { id: organization, owner } = await access.newOrganization();
  const member = await access.join(organization, 'member');
  await dashboards.write(organization, [
    { agoMs: MINUTE_MS, body: 'refused', fields: { region: 'eu' } },
    { agoMs: MINUTE_MS, body: 'fine', fields: { region: 'us' } },
    { agoMs: MINUTE_MS, body: 'fine', fields: { region: 'us' } },
  ]);
  const keepTeams = (as: Member, team: string, origin: 'upload' | 'search' = 'upload') =>
    needs.lookups.keep(
      as.actor,
      'teams',
      { columns: ['region', 'team'], lists: [['eu'], [team]] },
      { seen: 'anything', origin },
    );
  const publish = async (query: string) => {
    const id = await dashboards.make(owner, dashboardOf([valuePanel('n', query)]));
    const body = { audience: 'public', rawRows: true };
    const answer = await call(`POST /api/v1/dashboards/${id}/share`, { as: owner, body });
    assert.equal(answer.status, 201, answer.text);
    const { token = '' } = answer.body.data as Shared;
    return { id, token };
  };
  /** The first value of the panel, or the code of its failure. */
  const see = async (token: string): Promise<unknown> => {
    const answer = await call('POST /api/v1/public/dashboard', { as: token, body: {} });
    assert.equal(answer.status, 200, answer.text);
    const [panel] = (answer.body.data as PublicDashboard).panels;
    const { error, rows } = (panel?.result ?? {}) as { error?: unknown; rows?: object[] };
    return error ?? Object.values(rows?.[0] ?? {})[0];
  };
  return {
    ...dashboards,
    metadata: access.metadata,
    organization,
    owner,
    member,
    keepTeams,
    publish,
    see,
  };
}

const CHANGED = {
  code: 'CONFLICT',
  error: 'Data used by this panel has changed since the link was created. Ask for a new link.',
};
const TEAM = 'region=eu | lookup teams region OUTPUT team | table team';

test('a lookup table that a member changes is not shown, one that is published anew is', async (t) => {
  const { publish, see, keepTeams, owner, member, data } = await start(t);
  await keepTeams(owner, 'red');
  const { id, token } = await publish(TEAM);
  const before = await see(token);

  await keepTeams(member, 'we sell cheap watches');
  // Those who are signed in see it; what was remembered for them is not for visitors.
  await data(owner, id);
  const changed = await see(token);
  await keepTeams(owner, 'green', 'search');
  const mixed = await see(token);
  await keepTeams(owner, 'blue');
  const replaced = await see(token);
  const again = await publish(TEAM);

  assert.equal(before, 'red');
  assert.deepEqual([changed, mixed], [CHANGED, CHANGED]);
  assert.deepEqual([replaced, await see(again.token)], ['blue', 'blue']);
});

test('a table of another id, and one that the link did not use, are not shown', async (t) => {
  const { publish, see, keepTeams, owner, member, metadata } = await start(t);
  await keepTeams(owner, 'red');
  const { token } = await publish(TEAM);
  await metadata.db.deleteFrom('lookup_tables').execute();
  await keepTeams(member, 'other');

  assert.deepEqual(await see(token), CHANGED);
  // As links have it that are older than what they pin.
  await keepTeams(owner, 'red');
  const old = await publish(TEAM);
  await metadata.db
    .updateTable('dashboard_links')
    .set({ settings: JSON.stringify({ variables: {} }) })
    .execute();
  assert.deepEqual(await see(old.token), CHANGED);
});

test('a saved search is shown with the text it had', async (t) => {
  const { publish, see, owner, member, call } = await start(t);
  const saved = await call('POST /api/v1/saved-searches', {
    as: owner,
    body: { name: 'Regions', query: 'region=us' },
  });
  const { id } = saved.body.data as { id: string };
  const { token } = await publish('| savedsearch Regions | stats count');
  const before = await see(token);

  const change = await call(`PATCH /api/v1/saved-searches/${id}`, {
    as: member,
    body: { query: 'region=eu' },
  });
  assert.equal(change.status, 200, change.text);

  assert.deepEqual([before, await see(token)], [2, 2]);
  const { token: later } = await publish('| savedsearch Regions | stats count');
  assert.equal(await see(later), 1);
});

test('a macro that a member changes is not shown through a link that is older than the change', async (t) => {
  const { call, publish, see, owner, member, data } = await start(t);
  const macro = { name: 'shown', definition: 'region=eu | table region' };
  const made = await call('POST /api/v1/macros', { as: member, body: macro });
  const { id: macroId } = made.body.data as { id: string };
  const { id, token } = await publish('`shown`');
  const before = await see(token);

  const body = { version: 1, definition: 'region=us | eval region="cheap watches" | table region' };
  await call(`PATCH /api/v1/macros/${macroId}`, { as: member, body });
  const inside = JSON.stringify(await data(owner, id));
  const after = await see(token);
  await call(`DELETE /api/v1/macros/${macroId}`, { as: member });

  assert.equal(before, 'eu');
  assert.match(inside, /cheap watches/);
  assert.equal(after, 'eu');
  assert.equal(await see(token), 'eu');
  const gone = dashboardOf([valuePanel('n', '`shown`')]);
  const refused = await call('POST /api/v1/dashboards', { as: owner, body: { definition: gone } });
  assert.equal(refused.status, 400);
  assert.equal(refused.body.error, 'Unknown macro `shown`.');
});

test('a data model that a member changes is not shown through a link that is older than the change', async (t) => {
  const { metadata, organization, publish, see } = await start(t);
  const dataset = { name: 'R', parent: null, search: 'region=eu', fields: [] };
  const row = {
    id: 'dmo_regions',
    organization_id: organization,
    name: 'Regions',
    description: '',
    datasets: JSON.stringify([dataset]),
    version: 1,
    created_by: 'ada@example.com',
    created_at: 0,
    updated_by: 'ada@example.com',
    updated_at: 0,
  };
  await metadata.db.insertInto('data_models').values(row).execute();
  const { token } = await publish('| tstats count FROM datamodel=Regions.R');
  const before = await see(token);

  const datasets = JSON.stringify([{ ...dataset, search: 'region=us' }]);
  await metadata.db.updateTable('data_models').set({ datasets }).execute();
  const after = await see(token);
  const again = await publish('| tstats count FROM datamodel=Regions.R');

  assert.equal(before, 1);
  assert.equal(after, 1);
  assert.equal(await see(again.token), 2);
});
