/** Public links: what they show, to whom, for how long, and what they never tell. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { DashboardDefinition } from '../../../contract/dashboard-definition.ts';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import type { PublicDashboard, Shared, ShareDraft } from '../../../contract/dashboard-sharing.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { RATES } from '../../../spec/rates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import type { Log } from '../../../base/log.ts';
import type { Member } from '../../../../test/support/open-access.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startDashboards } from '../../../../test/support/dashboards/start-dashboards.ts';
import { forgetEndedLinks } from './share-dashboard.ts';

const store = await openTestStore();
const OPEN = { rates: { public: 0 } };

async function start(t: TestContext, options: Parameters<typeof startDashboards>[2] = OPEN) {
  const dashboards = await startDashboards(t, store, options);
  const { id: organization, owner } = await dashboards.access.newOrganization();
  const { metadata, clock } = dashboards.access;
  for (const name of ['web', 'api']) {
    await metadata.db
      .insertInto('indexes')
      .values({
        organization_id: organization,
        name,
        retention_days: 30,
        description: '',
        created_at: 0,
      })
      .execute();
  }
  await dashboards.write(organization, [
    { agoMs: MINUTE_MS, index: 'web', body: 'card 4111 refused', fields: { region: 'eu' } },
    { agoMs: MINUTE_MS, index: 'web', body: 'fine', fields: { region: 'us' } },
    { agoMs: MINUTE_MS, index: 'api', body: 'other', fields: { region: 'eu' } },
    { agoMs: MINUTE_MS, index: '_audit', body: 'secret' },
  ]);
  const share = (id: string, draft: ShareDraft, as: Member | string = owner) =>
    dashboards.call(`POST /api/v1/dashboards/${id}/share`, { as, body: draft });
  const publish = async (definition: DashboardDefinition, draft: Partial<ShareDraft> = {}) => {
    const id = await dashboards.make(owner, definition);
    const { status, body, text } = await share(id, { audience: 'public', ...draft });
    assert.equal(status, 201, text);
    const { token = '', link, url } = body.data as Shared;
    return { id, token, link, url };
  };
  const visit = (token: string, variables?: Record<string, string | string[]>, from?: string) =>
    dashboards.call('POST /api/v1/public/dashboard', {
      as: token,
      body: variables === undefined ? {} : { variables },
      ...(from === undefined ? {} : { from }),
    });
  const see = async (token: string, variables?: Record<string, string | string[]>) => {
    const { status, body, text } = await visit(token, variables);
    assert.equal(status, 200, text);
    return body.data as PublicDashboard;
  };
  return { ...dashboards, organization, owner, share, publish, visit, see, metadata, clock };
}

function resultOf({ panels }: PublicDashboard, id: string): Record<string, unknown> {
  return panels.find((each) => each.id === id)?.result ?? {};
}

test('inside the organization a share is an address with range, zone and values', async (t) => {
  const { make, owner, share, access, organization } = await start(t);
  const id = await make(owner, dashboardOf([], { variables: [{ name: 'region', type: 'text' }] }));
  const member = await access.join(organization, 'member');

  const { status, body } = await share(
    id,
    {
      audience: 'organization',
      earliest: '-7d@d',
      timeZone: 'Europe/Berlin',
      variables: { region: 'eu 1&2' },
    },
    member,
  );

  assert.equal(status, 201);
  assert.equal(
    (body.data as Shared).url,
    `https://logs.example.com/dashboards/${id}?earliest=-7d%40d&timeZone=Europe%2FBerlin&var.region=eu+1%262`,
  );
  assert.equal((await share(id, { audience: 'organization', earliest: 'x' })).status, 400);
  assert.equal((await share(id, { audience: 'organization', variables: { no: '1' } })).status, 400);
});

test('public links are made by those who may, and the audit log never has the token', async (t) => {
  const { make, owner, share, access, organization, call } = await start(t);
  const id = await make(owner, dashboardOf([valuePanel('n', 'index=web | stats count')]));
  const member = await access.join(organization, 'member');
  const viewer = await access.join(organization, 'viewer');

  assert.equal((await share(id, { audience: 'public' }, member)).status, 403);
  assert.equal((await share(id, { audience: 'organization' }, viewer)).status, 403);
  const { body } = await share(id, { audience: 'public' });
  const { token = '', url, link } = body.data as Shared;

  assert.match(token, /^xpd_[0-9A-Za-z]{38}$/);
  assert.equal(url, `https://logs.example.com/public/dashboard/${link?.id}#${token}`);
  assert.deepEqual([link?.indexes, link?.version, link?.rawRows], [['web'], 1, false]);
  const [entry] = (await access.auditOf(organization)).filter(
    ({ action }) => action === 'dashboard.shared',
  );
  assert.deepEqual(Object.keys(JSON.parse(entry?.details ?? '{}') as object).toSorted(), [
    'audience',
    'expiresAt',
    'link',
    'name',
    'rawRows',
    'version',
  ]);
  const kept = await access.metadata.db.selectFrom('dashboard_links').selectAll().execute();
  assert.doesNotMatch(
    JSON.stringify([kept, await access.auditOf(organization)]),
    new RegExp(token),
  );
  const listed = await call(`GET /api/v1/dashboards/${id}/links`, { as: owner });
  assert.deepEqual(
    (listed.body.data as { id: string }[]).map((each) => each.id),
    [link?.id],
  );
  assert.equal((await call(`GET /api/v1/dashboards/${id}/links`, { as: member })).status, 403);
  assert.equal((await call(`DELETE /api/v1/dashboards/${id}/links/x`, { as: member })).status, 403);
  const path = `/api/v1/dashboards/${id}/links/${link?.id}`;
  assert.equal((await call(`DELETE ${path}`, { as: owner })).status, 200);
  assert.equal((await call(`DELETE ${path}`, { as: owner })).status, 404);
  const ended = (await access.auditOf(organization)).filter(
    ({ action }) => action === 'dashboard.unshared',
  );
  assert.deepEqual(
    ended.map(({ resource, details }) => [resource, JSON.parse(details) as unknown]),
    [[id, { link: link?.id }]],
  );
});

/** Every key that an answer may have, at any depth but in rows. */
const LISTED = new Set(
  (
    'name description from to timeZone refreshSeconds freshSeconds expiresAt panels variables annotations ' +
    'id kind title x y w h thresholds options result state tag columns rows type sparkline comparison value baseline ' +
    'computedAt stale limits_applied label multiple all values isCut error code ' +
    'style stack log unit compare decimals better top'
  ).split(' '),
);

function keysIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const each of value) keysIn(each, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      found.add(key);
      if (key !== 'rows') keysIn(inner, found);
    }
  }
  return found;
}

test('an answer holds only listed keys, and later edits are invisible (bar 8)', async (t) => {
  const { publish, see, call, owner, organization } = await start(t);
  const definition = dashboardOf(
    [
      valuePanel('n', 'index=web | stats count', 0, {
        title: 'Requests',
        thresholds: [{ from: 1, state: 'critical' }],
        link: { url: 'https://internal.example.com/' },
        options: {},
      }),
      { id: 'bars', kind: 'bars', x: 2, y: 0, w: 4, h: 4, query: 'index=web | top region' },
      valuePanel('bad', 'index=web | eval x=1 | stats sum(unknownfield) AS y BY nothing', 4),
      valuePanel('gone', 'index=web [search index=web nothing | fields region] | stats count', 5),
    ],
    { key: 'internal-key', tags: ['team'] },
  );
  const { token, id } = await publish(definition);

  const answer = await see(token);

  const unknown = [...keysIn(answer)].filter((key) => !LISTED.has(key));
  assert.deepEqual(unknown, []);
  assert.deepEqual((resultOf(answer, 'n')['rows'] as unknown[])[0], { count: 2 });
  const text = JSON.stringify(answer);
  for (const hidden of [
    'index=web',
    'stats',
    id,
    organization,
    owner.email,
    'internal',
    'scanned',
  ]) {
    assert.ok(!text.includes(hidden), hidden);
  }
  const changed = { ...definition, name: 'Changed', panels: [] };
  const body = { definition: changed, version: 1 };
  assert.equal((await call(`PATCH /api/v1/dashboards/${id}`, { as: owner, body })).status, 200);
  const later = await see(token);
  assert.deepEqual([later.name, later.panels.length], ['Checkout', 4]);
});

test('events are shown only where that was ticked', async (t) => {
  const { publish, see } = await start(t);
  const at = (y: number) => ({ x: 0, y, w: 12, h: 4 });
  const panels: DashboardPanel[] = [
    { id: 'logs', kind: 'logs', ...at(0), query: 'index=web' },
    { id: 'patterns', kind: 'patterns', ...at(4), query: 'index=web' },
    { id: 'events', kind: 'table', ...at(8), query: 'index=web' },
    { id: 'text', kind: 'table', ...at(12), query: 'index=web | table event' },
    { id: 'count', kind: 'table', ...at(16), query: 'index=web | stats count BY region' },
    { id: 'values', kind: 'table', ...at(20), query: 'index=web | stats values(event) AS v' },
    { id: 'list', kind: 'table', ...at(24), query: 'index=web | stats list(_raw) AS v' },
    { id: 'top', kind: 'bars', ...at(28), query: 'index=web | top event' },
    { id: 'rex', kind: 'table', ...at(32), query: 'index=web | rex "(?<v>.+)" | stats values(v)' },
    { id: 'then', kind: 'table', ...at(36), search: 'texts' },
  ];
  const definition = dashboardOf(panels, {
    searches: [{ id: 'texts', query: 'index=web | stats values(event) AS v' }],
    variables: [{ name: 'line', type: 'query', query: 'index=web | top event' }],
    annotations: [{ name: 'A', source: 'query', query: 'index=web' }],
  });
  const closed = await see((await publish(definition)).token);
  const open = await see((await publish(definition, { rawRows: true })).token);

  assert.doesNotMatch(JSON.stringify(closed), /4111/);
  for (const id of ['logs', 'patterns', 'events', 'text', 'values', 'list', 'top', 'rex', 'then']) {
    assert.equal((resultOf(closed, id)['error'] as { code: string }).code, 'FORBIDDEN', id);
    assert.ok(resultOf(open, id)['rows'], id);
  }
  assert.ok(resultOf(closed, 'count')['rows']);
  assert.deepEqual([closed.annotations.length, open.annotations.length], [0, 1]);
});

test('services are shown by name and state, and the index they write to stays closed', async (t) => {
  const { publish, see, share, make, owner, write, organization } = await start(t);
  const fields = { kind: 'service', service_id: 'svc_a', service: 'Checkout', state: 'critical' };
  await write(organization, [
    {
      agoMs: MINUTE_MS,
      index: '_kpi',
      fields: { ...fields, score: '20', reason: 'Error rate 9%', tags: ',team,' },
    },
  ]);
  const place = { x: 0, w: 6, h: 4 };
  const definition = dashboardOf([
    { id: 'all', kind: 'health', ...place, y: 0 },
    { id: 'one', kind: 'health', ...place, y: 4, options: { services: ['svc_unheard'] } },
    valuePanel('n', '* | stats count', 8),
  ]);

  const answer = await see((await publish(definition)).token);

  assert.deepEqual(resultOf(answer, 'all')['rows'], [
    {
      service: 'Checkout',
      state: 'critical',
      score: 20,
      reason: 'Error rate 9%',
      measured: (resultOf(answer, 'all')['rows'] as { measured: unknown }[])[0]?.measured,
    },
  ]);
  assert.doesNotMatch(JSON.stringify(answer), /svc_|team/);
  assert.equal((resultOf(answer, 'one')['rows'] as unknown[]).length, 1);
  // Of the link's own indexes, to which services do not belong.
  assert.deepEqual(resultOf(answer, 'n')['rows'], [{ count: 3 }]);
  const searched = await make(owner, dashboardOf([valuePanel('n', 'index=_kpi | stats count', 0)]));
  assert.equal((await share(searched, { audience: 'public' })).status, 400);
});

test('a link that has ended, was withdrawn, or never was shows nothing (bar 8)', async (t) => {
  const { publish, visit, see, call, owner, clock, metadata } = await start(t);
  const definition = dashboardOf([valuePanel('n', 'index=web | stats count')]);
  const { linkMsDefault } = LIMITS.dashboards;
  const ending = await publish(definition);
  const revoked = await publish(definition);
  const deleted = await publish(definition);
  for (const { token } of [ending, revoked, deleted]) await see(token);

  const path = `/api/v1/dashboards/${revoked.id}/links/${revoked.link?.id ?? ''}`;
  assert.equal((await call(`DELETE ${path}`, { as: owner })).status, 200);
  assert.equal((await call(`DELETE ${path}`, { as: owner })).status, 404);
  assert.equal((await call(`DELETE /api/v1/dashboards/${deleted.id}`, { as: owner })).status, 200);
  const similar = ending.token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
  for (const token of [revoked.token, deleted.token, similar, 'xpd_', '']) {
    const { status, body } = await visit(token);
    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED'], token);
  }
  clock.advance(linkMsDefault - 1);
  await see(ending.token);
  clock.advance(1);
  assert.equal((await visit(ending.token)).status, 401);
  await forgetEndedLinks({ metadata, clock });
  assert.deepEqual(await metadata.db.selectFrom('dashboard_links').selectAll().execute(), []);
});

test('the sixth visit in a minute from one address is refused, and no log line has the token (bar 8)', async (t) => {
  const lines: unknown[] = [];
  const note = (...line: unknown[]): void => void lines.push(line);
  const log = { trace: note, debug: note, info: note, warn: note, error: note, fatal: note };
  const { publish, visit } = await start(t, { rates: {}, log: log as unknown as Log });
  const { token } = await publish(dashboardOf([valuePanel('n', 'index=web | stats count')]));

  for (let at = 0; at < RATES.public.perMinute; at += 1) {
    assert.equal((await visit(token)).status, 200);
  }
  const sixth = await visit(token);

  assert.deepEqual([sixth.status, sixth.body.code], [429, 'RATE_LIMITED']);
  assert.equal((await visit(token, undefined, '203.0.113.9')).status, 200);
  assert.ok(lines.length > 0);
  assert.ok(!JSON.stringify(lines).includes(token.slice(4)));
});

test('its panels are worked out ten times a minute', async (t) => {
  const { linkComputationsPerMinute } = LIMITS.dashboards;
  const { publish, see, visit, clock } = await start(t);
  const { token } = await publish(
    dashboardOf([valuePanel('n', 'index=web | stats count')], { time: { earliest: '-15m' } }),
  );
  for (let at = 0; at < linkComputationsPerMinute; at += 1) {
    assert.equal(resultOf(await see(token), 'n')['stale'], false);
    clock.advance(5_000);
  }

  assert.equal(resultOf(await see(token), 'n')['stale'], true);
  clock.advance(LIMITS.dashboards.staleMsMax);
  assert.equal((await visit(token)).status, 200);
});

test('values come from the options alone, and reserved indexes stay closed (bar 4)', async (t) => {
  const { publish, see, visit, make, owner, share } = await start(t);
  const definition = dashboardOf(
    [valuePanel('n', 'index=$x$ region=$r$ NOT host=$h$ | stats count')],
    {
      variables: [
        { name: 'x', type: 'list', options: [{ value: 'web' }, { value: 'api' }], all: false },
        { name: 'r', type: 'query', query: 'index=$x$ | stats count BY region' },
        { name: 'h', type: 'text', default: 'none' },
      ],
    },
  );
  const { token, link } = await publish(definition);
  const countOf = async (variables: Record<string, string | string[]>) =>
    (resultOf(await see(token, variables), 'n')['rows'] as { count: number }[])[0]?.count;

  assert.deepEqual(link?.indexes, ['api', 'web']);
  assert.equal(await countOf({}), 2);
  assert.equal(await countOf({ x: 'api' }), 1);
  assert.equal(await countOf({ x: 'web', r: 'eu' }), 1);
  for (const variables of [
    { x: '_audit' },
    { x: '*' },
    { x: 'main' },
    { x: ['web', 'api'] },
    { x: 'web" OR index="_audit' },
    { r: 'nowhere' },
    { x: 'api', r: 'us' },
    { h: 'x' },
    { unknown: 'x' },
  ]) {
    const { status, body } = await visit(token, variables);
    assert.deepEqual([status, body.code], [400, 'VALIDATION_ERROR'], JSON.stringify(variables));
  }
  const audit = await make(owner, dashboardOf([valuePanel('n', 'index=_audit | stats count')]));
  assert.equal((await share(audit, { audience: 'public' })).status, 400);
  const hidden = await make(
    owner,
    dashboardOf([valuePanel('n', 'index=web | append [search index=_audit] | stats count')]),
  );
  assert.equal((await share(hidden, { audience: 'public' })).status, 400);
});

test('an index that comes later is not shown', async (t) => {
  const { publish, see, write, organization, metadata, access } = await start(t);
  const { token, link } = await publish(dashboardOf([valuePanel('n', '* | stats count')]));
  const before = resultOf(await see(token), 'n')['rows'];
  const row = { organization_id: organization, name: 'later', retention_days: 30, description: '' };
  await metadata.db
    .insertInto('indexes')
    .values({ ...row, created_at: 0 })
    .execute();
  await write(organization, [{ agoMs: 2 * MINUTE_MS, index: 'later', body: 'x' }]);
  access.clock.advance(2 * MINUTE_MS);

  assert.deepEqual(resultOf(await see(token), 'n')['rows'], before);
  assert.ok(!link?.indexes.includes('later'));
});

test('a link lasts an hour to ninety days, and an organization has twenty', async (t) => {
  const { make, owner, share, clock } = await start(t);
  const { linkMsMin, linkMsMax, linksPerOrganizationMax } = LIMITS.dashboards;
  const id = await make(owner, dashboardOf());
  const until = (ms: number) =>
    share(id, { audience: 'public', expiresAt: new Date(clock.now() + ms).toISOString() });

  assert.equal((await until(linkMsMin - 1)).status, 400);
  assert.equal((await until(linkMsMax + 1)).status, 400);
  const made = await Promise.all(
    Array.from({ length: linksPerOrganizationMax + 2 }, (_, at) =>
      until(at === 0 ? linkMsMin : linkMsMax),
    ),
  );
  const refused = made.filter(({ status }) => status !== 201);
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    [
      [409, 'CONFLICT'],
      [409, 'CONFLICT'],
    ],
  );
  clock.advance(linkMsMin);
  assert.equal((await until(DAY_MS)).status, 201);
  assert.equal((await until(HOUR_MS)).status, 409);
});

test('the allowlist of an organization holds for visitors, and origins may frame it', async (t) => {
  const { publish, visit, call, owner } = await start(t);
  const origins = Array.from(
    { length: LIMITS.dashboards.embedOriginsMax },
    (_, at) => `https://s${at}.example.com`,
  );
  const { token } = await publish(dashboardOf(), { embedOrigins: origins });
  const plain = await publish(dashboardOf());

  const { headers } = await visit(token);
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none'; frame-ancestors ${origins.join(' ')}`,
  );
  assert.equal(headers['x-robots-tag'], 'noindex');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  const none = (await visit(plain.token)).headers['content-security-policy'];
  assert.equal(none, "default-src 'none'; frame-ancestors 'none'");
  const body = { allowedNetworks: ['192.0.2.0/24'] };
  const changed = await call('PATCH /api/v1/organization', { as: owner, body });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await visit(token, undefined, '192.0.2.9')).status, 200);
  const outside = await visit(token, undefined, '203.0.113.9');
  assert.deepEqual([outside.status, outside.body.code], [403, 'IP_NOT_ALLOWED']);
});
