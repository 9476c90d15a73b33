import assert from 'node:assert/strict';
import type { BundleThingDefinition } from '../../contract/bundles.ts';
import { onBothStores } from '../../../test/support/open-access.ts';
import { applyBundle } from './apply-bundle.ts';
import { A_BUNDLE, SECRETS } from '../../../test/support/example-bundle.ts';
import { startBundles } from '../../../test/support/start-bundles.ts';

const secrets = SECRETS;

onBothStores('a bundle is planned, applied, pulled, and then the same', async (t, access) => {
  const { apply, planOf, pull, get } = startBundles(t, access);
  const { id: organization, owner } = await access.newOrganization('enterprise');

  const planned = await planOf(owner, A_BUNDLE);
  const applied = await apply(owner, A_BUNDLE, { secrets });
  const again = await planOf(owner, A_BUNDLE, secrets);
  const pulled = await pull(owner);
  const ofPulled = await planOf(owner, pulled, secrets);

  assert.equal(planned.creates.length, 20);
  assert.deepEqual(applied.creates, planned.creates);
  for (const plan of [again, ofPulled]) {
    const { creates, updates, deletes, adopts, drift } = plan;
    assert.deepEqual({ creates, updates, deletes, adopts, drift }, NOTHING);
  }
  const { silences: _pulledSilences, ...rest } = pulled;
  const { silences: _silences, ...expected } = A_BUNDLE;
  assert.deepEqual(rest, {
    ...expected,
    alertRules: {
      'checkout-errors': {
        ...expected.alertRules['checkout-errors'],
        condition: { ...expected.alertRules['checkout-errors'].condition, ...SETTLED },
      },
      outage: {
        ...expected.alertRules.outage,
        condition: (rest['alertRules'] as typeof A_BUNDLE.alertRules).outage.condition,
      },
    },
  });
  const services = await get(owner, '/api/v1/services');
  const idOf = (name: string) => services.find((each) => each['name'] === name)?.['id'];
  assert.deepEqual(Object.fromEntries(services.map(({ name, dependsOn }) => [name, dependsOn])), {
    checkout: [idOf('payments')],
    payments: [idOf('checkout')],
  });
  const audit = await access.auditOf(organization);
  const made = audit.filter(({ action }) => action.endsWith('.created'));
  assert.equal(made.length, 20);
  for (const { details } of made) assert.match(details, /"via":"bundle shop"/);
  assert.equal(audit.filter(({ action }) => action === 'bundle.applied').length, 1);
});

const NOTHING = { creates: [], updates: [], deletes: [], adopts: [], drift: [] };
const SETTLED = { of: 'count', by: [], recoverAt: null };

onBothStores('an edit by hand is drift, and the next apply overwrites it', async (t, access) => {
  const { call, apply, planOf, get } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const bundle = { xplain: 1, bundle: 'shop', indexes: { web: { retentionDays: 30 } } };
  await apply(owner, bundle);

  await call('PATCH /api/v1/indexes/web', { as: owner, body: { retentionDays: 7 } });
  const drifted = await planOf(owner, bundle);
  await apply(owner, bundle);
  const [, web] = await get(owner, '/api/v1/indexes');

  assert.deepEqual(drifted.drift, [{ kind: 'indexes', key: 'web', fields: ['retentionDays'] }]);
  assert.deepEqual(drifted.updates, [
    {
      kind: 'indexes',
      key: 'web',
      fields: ['retentionDays'],
      changes: [{ field: 'retentionDays', from: 7, to: 30 }],
    },
  ]);
  assert.equal(web?.['retentionDays'], 30);
});

onBothStores('one thing is shown as a bundle would have it', async (t, access) => {
  const { call, apply, get } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const stranger = await access.newOrganization('enterprise');
  await apply(owner, A_BUNDLE, { secrets });
  const askFor = async (kind: string, id: unknown, as = owner) =>
    call(`GET /api/v1/config/things/${kind}/${String(id)}`, { as });
  const thingOf = async (kind: string, id: unknown) =>
    (await askFor(kind, id)).body.data as BundleThingDefinition;
  const idOf = async (path: string, name: string) =>
    (await get(owner, `/api/v1/${path}`)).find((each) => each['name'] === name)?.['id'];
  await call('PATCH /api/v1/indexes/web', { as: owner, body: { retentionDays: 7 } });
  await call('POST /api/v1/saved-searches', {
    as: owner,
    body: { name: 'By hand (1)', query: 'level=error' },
  });

  const index = await thingOf('indexes', 'web');
  const channel = await thingOf('channels', await idOf('alert-channels', 'ops'));
  const rule = await thingOf('alertRules', await idOf('alert-rules', 'checkout-errors'));
  const search = await thingOf('savedSearches', await idOf('saved-searches', 'By hand (1)'));
  const missing = await askFor('savedSearches', 'src_nothing');
  const foreign = await askFor('indexes', 'web', stranger.owner);
  const wrong = await askFor('members', 'web');
  const rules = await get(owner, '/api/v1/config/things?kind=alertRules');

  const { appliedAt, ...shown } = index;
  assert.match(String(appliedAt), /^\d{4}-/);
  assert.deepEqual(shown, {
    kind: 'indexes',
    key: 'web',
    id: 'web',
    bundle: 'shop',
    drift: ['retentionDays'],
    definition: { retentionDays: 7, description: 'Access logs' },
  });
  assert.deepEqual(channel.definition, A_BUNDLE.channels.ops);
  assert.deepEqual(channel.drift, []);
  assert.deepEqual(rule.definition['channels'], ['ops', 'owners']);
  assert.deepEqual(
    { ...search, id: '' },
    {
      kind: 'savedSearches',
      key: 'by-hand-1',
      id: '',
      bundle: null,
      appliedAt: null,
      drift: [],
      definition: { name: 'By hand (1)', query: 'level=error' },
    },
  );
  assert.deepEqual([missing.status, missing.body.code], [404, 'NOT_FOUND']);
  assert.equal(foreign.status, 404);
  assert.equal(wrong.status, 400);
  assert.deepEqual(new Set(rules.map(({ kind }) => kind)), new Set(['alertRules']));
});

onBothStores('a plan that is no longer the same is refused', async (t, access) => {
  const { call, planOf, get } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const bundle = { xplain: 1, bundle: 'shop', savedSearches: { a: { query: 'level=error' } } };
  const { hash } = await planOf(owner, bundle);
  const apply = (body: object) => call('POST /api/v1/config/apply', { as: owner, body });

  const other = { ...bundle, savedSearches: { a: { query: 'level=warn' } } };
  const changedBundle = await apply({ bundle: other, hash });
  const both = await Promise.all([apply({ bundle, hash }), apply({ bundle, hash })]);
  const once = await planOf(owner, other);
  const [search] = await get(owner, '/api/v1/saved-searches');
  await call(`PATCH /api/v1/saved-searches/${String(search?.['id'])}`, {
    as: owner,
    body: { description: 'mine' },
  });
  const changedThing = await apply({ bundle: other, hash: once.hash });

  assert.deepEqual([changedBundle.status, changedBundle.body.code], [409, 'PLAN_STALE']);
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  assert.deepEqual([changedThing.status, changedThing.body.code], [409, 'PLAN_STALE']);
});

onBothStores('what a bundle no longer lists is deleted, within bounds', async (t, access) => {
  const { apply, tryApply, planOf, get, erased } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const searches = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`s${i}`, { query: 'level=error' }]),
    );
  const bundle = (count: number, more: object = {}) => ({
    xplain: 1,
    bundle: 'shop',
    savedSearches: searches(count),
    ...more,
  });
  await apply(owner, bundle(60, { indexes: { web: {} } }));

  const planned = await planOf(owner, bundle(59, { indexes: { web: {} } }));
  await apply(owner, bundle(59, { indexes: { web: {} } }));
  const eleven = await tryApply(owner, bundle(48, { indexes: { web: {} } }));
  const allowed = await tryApply(owner, bundle(48, { indexes: { web: {} } }), { allowDeletes: 11 });
  const index = await tryApply(owner, bundle(48), { allowDeletes: 1 });
  const named = await tryApply(owner, bundle(48), { allowDelete: ['web'] });
  const quarter = await tryApply(owner, bundle(8), { allowDeletes: 5 });
  await apply(owner, bundle(3), { allowDeletes: 45 });
  const oneOfThree = await tryApply(owner, bundle(2));

  assert.deepEqual(planned.deletes, [{ kind: 'savedSearches', key: 's59' }]);
  assert.deepEqual([eleven.status, eleven.body.code], [409, 'DELETES_NOT_ALLOWED']);
  assert.deepEqual([allowed.status, index.status, named.status], [200, 409, 200]);
  assert.match(String(index.body.error), /the index web with its events/);
  assert.deepEqual([quarter.status, oneOfThree.status], [409, 409]);
  assert.equal((await get(owner, '/api/v1/saved-searches')).length, 3);
  assert.ok(erased.length >= 2, 'before it is made, and after it is deleted');
});

onBothStores('foreign things stay as they are unless they are adopted', async (t, access) => {
  const { call, apply, planOf, pull, tryApply } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const made = { as: owner, body: { name: 'Errors', query: 'level=error', earliest: '-2h' } };
  await call('POST /api/v1/saved-searches', made);
  const bundle = (definition: object, name = 'shop') => ({
    xplain: 1,
    bundle: name,
    savedSearches: { errors: { name: 'Errors', query: 'level=error', ...definition } },
  });

  const refused = await call('POST /api/v1/config/plan', {
    as: owner,
    body: { bundle: bundle({}) },
  });
  const adopting = await planOf(owner, bundle({ adopt: true }));
  await apply(owner, bundle({ adopt: true }));
  const settled = await planOf(owner, bundle({ adopt: true }));
  const stolen = await call('POST /api/v1/config/plan', {
    as: owner,
    body: { bundle: bundle({}, 'other') },
  });
  await apply(owner, bundle({ adopt: true }, 'other'));
  const emptied = await tryApply(owner, { xplain: 1, bundle: 'shop' });

  assert.deepEqual([refused.status, refused.body.code], [409, 'CONFLICT']);
  assert.equal(refused.body.details?.[0]?.path, 'bundle.savedSearches.errors');
  assert.deepEqual(adopting.adopts, [{ kind: 'savedSearches', key: 'errors' }]);
  assert.deepEqual(adopting.updates[0]?.fields, ['earliest']);
  assert.deepEqual([settled.adopts, settled.updates], [[], []]);
  assert.match(String(stolen.body.error), /the bundle shop owns it/);
  assert.equal(emptied.status, 200, 'it owns nothing any more');
  assert.deepEqual(await pull(owner, 'shop'), { xplain: 1, bundle: 'shop' });
  assert.deepEqual(Object.keys(await pull(owner, 'other')), ['xplain', 'bundle', 'savedSearches']);
});

onBothStores('a bundle that is wrong says where, and nothing is applied', async (t, access) => {
  const { call, get } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const problemOf = async (more: object) => {
    const bundle = { xplain: 1, bundle: 'shop', ...more };
    const answer = await call('POST /api/v1/config/plan', { as: owner, body: { bundle } });
    const [detail] = answer.body.details ?? [];
    return [answer.status, answer.body.code, detail?.path, detail?.message];
  };
  const url = 'https://hooks.slack.example/secret';
  const literal = await problemOf({ channels: { ops: { kind: 'slack', url } } });
  const field = await problemOf({ indexes: { web: { retentionDay: 3 } } });
  const section = await problemOf({ alertRule: {} });
  const unknown = await problemOf({ members: {} });
  const key = await problemOf({ savedSearches: { 'A b': { query: 'x' } } });
  const query = await problemOf({ savedSearches: { a: { query: 'level=' } } });
  const rule = {
    query: 'x',
    condition: { kind: 'threshold', op: '>', value: 1 },
    channels: ['ops2'],
  };
  const channels = { ops1: { kind: 'email', roles: ['owner'] } };
  const reference = await problemOf({ channels, alertRules: { r: rule } });
  const missing = await call('POST /api/v1/config/apply', {
    as: owner,
    body: {
      bundle: { xplain: 1, bundle: 'shop', indexes: { web: {} }, ...NO_VALUE },
      hash: (
        (
          await call('POST /api/v1/config/plan', {
            as: owner,
            body: { bundle: { xplain: 1, bundle: 'shop', indexes: { web: {} }, ...NO_VALUE } },
          })
        ).body.data as { hash: string }
      ).hash,
    },
  });

  assert.deepEqual(literal.slice(0, 3), [400, 'VALIDATION_ERROR', 'bundle.channels.ops.url']);
  assert.match(String(literal[3]), /\{env: NAME\}/);
  assert.deepEqual(field.slice(0, 3), [400, 'VALIDATION_ERROR', 'bundle.indexes.web.retentionDay']);
  assert.match(String(field[3]), /retentionDays/);
  assert.match(String(section[3]), /Did you mean alertRules/);
  assert.equal(unknown[3], 'Unknown field.');
  assert.deepEqual(key.slice(0, 3), [400, 'VALIDATION_ERROR', 'bundle.savedSearches.A b']);
  assert.deepEqual(query.slice(0, 3), [400, 'QUERY_SYNTAX_ERROR', 'bundle.savedSearches.a.query']);
  assert.deepEqual(reference.slice(0, 3), [
    400,
    'VALIDATION_ERROR',
    'bundle.alertRules.r.channels.0',
  ]);
  assert.match(String(reference[3]), /Did you mean ops1/);
  assert.deepEqual([missing.status, missing.body.code], [400, 'VALIDATION_ERROR']);
  assert.equal(missing.body.details?.[0]?.path, 'bundle.channels.ops.url');
  const names = (await get(owner, '/api/v1/indexes')).map(({ name }) => name);
  assert.ok(!names.includes('web'));
});

const NO_VALUE = { channels: { ops: { kind: 'slack', url: { env: 'NOT_SENT' } } } };

onBothStores('each change needs the permission that it needs by hand', async (t, access) => {
  const { call, planOf, tryApply, apply } = startBundles(t, access);
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const people = {
    owner,
    admin: await access.join(organization, 'admin'),
    member: await access.join(organization, 'member'),
    viewer: await access.join(organization, 'viewer'),
  };
  const keys = {
    'full-access': await access.newKey(owner, 'full-access'),
    'read-only': await access.newKey(owner, 'read-only'),
  };
  const of = (section: object) => ({ xplain: 1, bundle: 'shop', ...section });
  const search = of({ savedSearches: { a: { query: 'level=error' } } });
  const index = of({ indexes: { web: {} } });
  const channel = of({ channels: { mail: { kind: 'email', roles: ['owner'] } } });
  const statuses: Record<string, readonly number[]> = {};
  for (const [role, as] of Object.entries({ ...people, ...keys })) {
    const row: number[] = [];
    for (const bundle of [search, index, channel]) {
      const planned = await call('POST /api/v1/config/plan', { as, body: { bundle } });
      const { hash } = await planOf(owner, bundle);
      const applied = await call('POST /api/v1/config/apply', { as, body: { bundle, hash } });
      row.push(planned.status, applied.status);
      if (applied.status === 200) {
        const more = { allowDeletes: 1, allowDelete: ['web'] };
        await apply(owner, { xplain: 1, bundle: 'shop' }, more);
      }
    }
    statuses[role] = row;
  }
  await apply(owner, of({ services: { a: { selector: 'service=a' } } }));
  const more = { allowDeletes: 1 };
  const deleted = await tryApply(people.member, { xplain: 1, bundle: 'shop' }, more);
  const stranger = await call('POST /api/v1/config/plan', { body: { bundle: search } });

  assert.deepEqual(statuses, {
    owner: [200, 200, 200, 200, 200, 200],
    admin: [200, 200, 200, 200, 200, 200],
    member: [200, 200, 200, 403, 200, 403],
    viewer: [200, 403, 200, 403, 200, 403],
    'full-access': [200, 200, 200, 200, 200, 200],
    'read-only': [403, 403, 403, 403, 403, 403],
  });
  assert.deepEqual([deleted.status, deleted.body.code, stranger.status], [403, 'FORBIDDEN', 401]);
});

onBothStores('no secret is in a plan, an audit entry or what is pulled', async (t, access) => {
  const { apply, planOf, pull, get } = startBundles(t, access);
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const viewer = await access.join(organization, 'viewer');
  const first = await apply(owner, A_BUNDLE, { secrets });
  const other = { 'env:OPS_SLACK_URL': 'https://hooks.slack.example/T00/canary-0815' };
  const changed = await planOf(owner, A_BUNDLE, other);
  const guessed = planOf(viewer, A_BUNDLE, other);
  await assert.rejects(guessed, /403|FORBIDDEN/);
  const second = await apply(owner, A_BUNDLE, { secrets: other });
  const settled = await planOf(owner, A_BUNDLE, other);
  const rows = await access.metadata.db.selectFrom('bundle_things').selectAll().execute();
  const channels = await get(owner, '/api/v1/alert-channels');

  assert.deepEqual(
    changed.updates.map(({ key, fields }) => [key, fields]),
    [['ops', ['url']]],
  );
  assert.deepEqual(settled.updates, []);
  assert.ok(channels.some((each) => each['lastFour'] === '0815'));
  const seen = [first, second, changed, await pull(owner), await pull(owner, 'shop', true), rows];
  const told = await access.auditOf(organization);
  assert.doesNotMatch(JSON.stringify([seen, told]), /canary/);
});

onBothStores('everything moves to another organization by one bundle', async (t, access) => {
  const { apply, pull, planOf } = startBundles(t, access);
  const from = await access.newOrganization('enterprise');
  const to = await access.newOrganization('enterprise');
  await apply(from.owner, A_BUNDLE, { secrets });

  const whole = await pull(from.owner, 'all', true);
  const same = await planOf(from.owner, whole);
  await apply(to.owner, whole, { secrets });
  const moved = await pull(to.owner, 'all', true);

  assert.deepEqual([same.creates, same.updates, same.deletes], [[], [], []]);
  assert.equal(same.adopts.length, 20);
  assert.equal(JSON.stringify(moved), JSON.stringify(whole));
});

onBothStores('whatever fails on the way, all of it is undone', async (t, access) => {
  const { needs, call, planOf, pull } = startBundles(t, access);
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const plan = await planOf(owner, A_BUNDLE, secrets);
  const steps = plan.creates.length;
  for (let failing = 0; failing < steps; failing += 1) {
    let made = 0;
    const kinds = new Map(
      [...needs.kinds()].map(([kind, managed]) => [
        kind,
        {
          ...managed,
          create: async (...args: Parameters<typeof managed.create>) => {
            const id = await managed.create(...args);
            if (made++ === failing) throw new Error('the machine stops');
            return id;
          },
        },
      ]),
    );
    const input = { bundle: A_BUNDLE, hash: plan.hash, secrets };
    const applying = applyBundle({ ...needs, kinds: () => kinds }, owner.actor, input);
    await assert.rejects(applying, /the machine stops/);
  }
  const left = await pull(owner, 'shop', true);
  const rows = await access.metadata.db.selectFrom('bundle_things').selectAll().execute();
  const whole = await call('POST /api/v1/config/apply', {
    as: owner,
    body: { bundle: A_BUNDLE, hash: plan.hash, secrets },
  });

  assert.deepEqual(left, { xplain: 1, bundle: 'shop', adopt: true });
  assert.deepEqual(rows, []);
  assert.equal(whole.status, 200, whole.text);
  assert.equal((await access.auditOf(organization)).length, steps + 1 + LATE_REFERENCES);
});

/** Two services and two rules refer to each other: one of each is changed when the other is there. */
const LATE_REFERENCES = 2;
