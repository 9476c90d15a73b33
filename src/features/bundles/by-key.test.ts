import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A_BUNDLE, SECRETS } from '../../../test/support/example-bundle.ts';
import { onBothStores, openAccess } from '../../../test/support/open-access.ts';
import { startBundles } from '../../../test/support/start-bundles.ts';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS } from '../../contract/bundle-kinds.ts';

const WEB = '/api/v1/indexes/by-key/web';
const SEARCH = '/api/v1/saved-searches/by-key/errors';

/** What is sent, in the order in which things refer to each other. */
function* things() {
  for (const kind of BUNDLE_KINDS) {
    const section = (A_BUNDLE as Readonly<Record<string, unknown>>)[kind] ?? {};
    const { path } = BUNDLE_KIND_FACTS[kind];
    for (const [key, definition] of Object.entries(section as Record<string, object>)) {
      yield { kind, key, definition, url: `/api/v1/${path}/by-key/${key}` };
    }
  }
}

onBothStores('every kind is created, read, replaced and deleted by its key', async (t, access) => {
  const { call, planOf, get } = startBundles(t, access);
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const secrets = SECRETS;
  // Two that refer to each other cannot both be first.
  const later = new Set(['checkout', 'checkout-errors']);
  const all = [...things()];
  const ordered = [...all, ...all.filter(({ key }) => later.has(key))];
  for (const { url, definition, key } of ordered) {
    const {
      dependsOn: _dependsOn,
      mutedBy: _mutedBy,
      ...first
    } = definition as {
      dependsOn?: unknown;
      mutedBy?: unknown;
    };
    const body = { ...(later.has(key) ? first : definition), secrets };
    const made = await call(`PUT ${url}`, { as: owner, body });
    assert.ok([200, 201].includes(made.status), `${url}: ${made.text}`);
  }
  for (const { url, definition } of all) {
    const whole = await call(`PUT ${url}`, { as: owner, body: { ...definition, secrets } });
    assert.equal(whole.status, 200, `${url}: ${whole.text}`);
    const read = await call(`GET ${url}`, { as: owner });
    const again = await call(`PUT ${url}`, { as: owner, body: read.body.data });
    assert.equal(again.status, 200, `${url}: ${again.text}`);
    assert.deepEqual(again.body.data, read.body.data, url);
    assert.equal(again.headers['etag'], read.headers['etag'], url);
  }
  const before = (await access.auditOf(organization)).length;
  for (const { url, definition } of all) {
    await call(`PUT ${url}`, { as: owner, body: { ...definition, secrets } });
  }
  assert.equal((await access.auditOf(organization)).length, before, 'nothing changed');
  const adopted = await planOf(owner, { ...A_BUNDLE, adopt: true }, secrets);
  assert.deepEqual([adopted.creates, adopted.updates], [[], []]);
  const kept = await get(owner, '/api/v1/config/things?limit=100');
  assert.deepEqual(new Set(kept.map(({ bundle }) => bundle)), new Set([null]));

  for (const { url } of all.toReversed()) {
    const deleted = await call(`DELETE ${url}`, { as: owner });
    const gone = await call(`GET ${url}`, { as: owner });
    const again = await call(`DELETE ${url}`, { as: owner });
    assert.deepEqual([deleted.status, gone.status, again.status], [200, 404, 404], url);
  }
  assert.deepEqual(await get(owner, '/api/v1/config/things?limit=100'), []);
  const audit = await access.auditOf(organization);
  const made = audit.filter(({ action }) => action.endsWith('.created'));
  assert.equal(made.length, all.length);
  for (const { details } of made) assert.match(details, /"via":"key /);
});

test('If-Match lets through what was read, and nothing older', async (t) => {
  const access = await openAccess(t);
  const { call } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const put = (body: object, ifMatch?: string) =>
    call(`PUT ${WEB}`, {
      as: owner,
      body,
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    });

  const absent = await put({}, '*');
  const first = await put({ retentionDays: 1 });
  const etag = String(first.headers['etag']);
  const second = await put({ retentionDays: 2 }, etag);
  const stale = await put({ retentionDays: 3 }, etag);
  const any = await put({ retentionDays: 4 }, '*');
  const listed = await put({ retentionDays: 5 }, `"other", W/${String(any.headers['etag'])}`);
  const remove = (ifMatch: string) =>
    call(`DELETE ${WEB}`, { as: owner, headers: { 'if-match': ifMatch } });
  const kept = await remove(etag);
  const deleted = await remove(String(listed.headers['etag']));

  assert.match(etag, /^"[0-9a-f]{32}"$/);
  assert.deepEqual([absent.status, absent.body.code], [409, 'CONFLICT']);
  assert.deepEqual([first.status, second.status, any.status, listed.status], [201, 200, 200, 200]);
  assert.deepEqual([stale.status, stale.body.code], [409, 'CONFLICT']);
  assert.equal(stale.body['etag'], second.headers['etag']);
  assert.deepEqual([kept.status, deleted.status], [409, 200]);
});

test('of two changes that know the same state, one is refused', async (t) => {
  const access = await openAccess(t);
  const { call } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const first = await call(`PUT ${WEB}`, { as: owner, body: {} });
  const headers = { 'if-match': String(first.headers['etag']) };

  const both = await Promise.all(
    [7, 8].map((retentionDays) =>
      call(`PUT ${WEB}`, { as: owner, headers, body: { retentionDays } }),
    ),
  );

  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]));
});

test('a thing of a bundle stays in it, and one without a key is adopted', async (t) => {
  const access = await openAccess(t);
  const { call, apply, planOf, pull } = startBundles(t, access);
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const bundle = { xplain: 1, bundle: 'shop', indexes: { web: { retentionDays: 30 } } };
  await apply(owner, bundle);
  await call(`PUT ${WEB}`, { as: owner, body: { retentionDays: 7 } });
  const drifted = await planOf(owner, bundle);
  const made = { as: owner, body: { name: 'Errors', query: 'level=error' } };
  await call('POST /api/v1/saved-searches', made);
  const put = (more: object) =>
    call(`PUT ${SEARCH}`, { as: owner, body: { ...made.body, ...more } });

  const unknown = await call(`GET ${SEARCH}`, { as: owner });
  const refused = await put({});
  const adopted = await put({ adopt: true });
  const known = await call(`GET ${SEARCH}`, { as: owner });

  assert.deepEqual(drifted.drift, [{ kind: 'indexes', key: 'web', fields: ['retentionDays'] }]);
  assert.deepEqual(Object.keys(await pull(owner)), ['xplain', 'bundle', 'indexes']);
  assert.deepEqual([unknown.status, refused.status, refused.body.code], [404, 409, 'CONFLICT']);
  assert.deepEqual([adopted.status, known.status], [200, 200]);
  const [last] = (await access.auditOf(organization)).slice(-1);
  assert.deepEqual([last?.action, last?.resource], ['bundle.applied', 'errors']);
});

test('problems have their place in the body', async (t) => {
  const access = await openAccess(t);
  const { call, get } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const problemOf = async (path: string, body: object) => {
    const answer = await call(`PUT /api/v1/${path}`, { as: owner, body });
    const [detail] = answer.body.details ?? [];
    return [answer.status, answer.body.code, detail?.path, answer.body.error];
  };
  const rule = { query: 'x', condition: { kind: 'threshold', op: '>', value: 1 } };
  const url = 'https://hooks.slack.example/secret';

  const field = await problemOf('indexes/by-key/web', { retentionDay: 3 });
  const literal = await problemOf('alert-channels/by-key/ops', { kind: 'slack', url });
  const query = await problemOf('saved-searches/by-key/a', { query: 'level=' });
  const other = await problemOf('alert-rules/by-key/r', { ...rule, channels: ['none'] });
  const key = await problemOf('alert-rules/by-key/A%20b', rule);
  const missing = await problemOf('alert-channels/by-key/ops', {
    kind: 'slack',
    url: { env: 'NOT_SENT' },
  });
  const over = await problemOf('alert-silences/by-key/s', {
    match: { tags: ['x'] },
    times: { kind: 'range', to: '2020-01-01T00:00:00Z' },
  });
  const kind = await problemOf('members/by-key/ada', {});

  assert.deepEqual(field.slice(0, 3), [400, 'VALIDATION_ERROR', 'retentionDay']);
  assert.deepEqual(literal.slice(0, 3), [400, 'VALIDATION_ERROR', 'url']);
  assert.deepEqual(query.slice(0, 3), [400, 'QUERY_SYNTAX_ERROR', 'query']);
  assert.deepEqual(other.slice(0, 3), [400, 'VALIDATION_ERROR', 'channels.0']);
  assert.deepEqual(key.slice(0, 3), [400, 'VALIDATION_ERROR', '']);
  assert.deepEqual(missing.slice(0, 3), [400, 'VALIDATION_ERROR', 'url']);
  assert.deepEqual(over.slice(0, 2), [400, 'VALIDATION_ERROR']);
  assert.deepEqual(kind.slice(0, 3), [400, 'VALIDATION_ERROR', 'kind']);
  for (const [, , , text] of [field, literal, query, other, key, missing]) {
    assert.doesNotMatch(String(text), /bundle\.[a-z]/i);
  }
  assert.deepEqual(await get(owner, '/api/v1/config/things'), []);
});

test('things of another organization are not found', async (t) => {
  const access = await openAccess(t);
  const { call } = startBundles(t, access);
  const ours = await access.newOrganization('enterprise');
  const theirs = await access.newOrganization('enterprise');
  await call(`PUT ${SEARCH}`, { as: ours.owner, body: { query: 'level=error' } });

  const read = await call(`GET ${SEARCH}`, { as: theirs.owner });
  const deleted = await call(`DELETE ${SEARCH}`, { as: theirs.owner });
  const made = await call(`PUT ${SEARCH}`, { as: theirs.owner, body: { query: 'level=warn' } });
  const kept = await call(`GET ${SEARCH}`, { as: ours.owner });

  assert.deepEqual([read.status, deleted.status, made.status], [404, 404, 201]);
  assert.equal((kept.body.data as { query: string }).query, 'level=error');
});
