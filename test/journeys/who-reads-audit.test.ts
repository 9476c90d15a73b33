import assert from 'node:assert/strict';
import { type AccessUnderTest, actorOf, onBothStores } from '../support/open-access.ts';
import { fakeLookups } from '../support/search/fake-lookups.ts';
import type { Actor } from '../../src/base/actor.ts';
import { changeOrganization } from '../../src/guard/access/organizations/change-organization.ts';
import { permissionsOfKey, permissionsOfToken } from '../../src/guard/access/permissions.ts';
import { LIMITS } from '../support/limits.ts';
import { KEY_SCOPES, type Role, ROLES } from '../../src/spec/roles.ts';
import { prepareSearch } from '../../src/flow/search/prepare-search.ts';
import type { SearchNeeds } from '../../src/flow/search/search-needs.ts';

/** Compiling a search asks no engine but the metadata store. */
function searching({ metadata, cache, clock }: AccessUnderTest): SearchNeeds {
  const unused = {} as Pick<SearchNeeds, 'store' | 'counters' | 'mining'>;
  const engines = { store: unused.store, counters: unused.counters, mining: unused.mining };
  return { metadata, cache, clock, limits: LIMITS, lookups: fakeLookups({}), ...engines };
}

/** The indexes a search would read, or the code with which it is refused. */
async function outcome(access: AccessUnderTest, actor: Actor, query: string): Promise<string> {
  try {
    const { signal } = new AbortController();
    const { relation } = await prepareSearch(searching(access), actor, { query }, signal);
    if (relation.from.kind !== 'logs') return relation.from.kind;
    return relation.from.scope.indexes.join(' ');
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function callers(access: AccessUnderTest) {
  const { id, owner } = await access.newOrganization('business');
  const asRole = (role: Role): Actor => actorOf(id, role, owner);
  const asToken = (role: Role): Actor => ({
    ...asRole(role),
    who: { kind: 'access_token', id: 'pat_1', user: owner.id, email: owner.email, role },
    permissions: permissionsOfToken(role, ['search:read']),
  });
  const keys = KEY_SCOPES.map((scope): [string, Actor] => [
    scope,
    {
      ...asRole('viewer'),
      who: { kind: 'api_key', id: 'key_1', name: 'k' },
      permissions: permissionsOfKey(scope),
    },
  ]);
  const everyone: [string, Actor][] = [
    ...ROLES.map((role): [string, Actor] => [role, asRole(role)]),
    ...ROLES.map((role): [string, Actor] => [`token of ${role}`, asToken(role)]),
    ...keys,
  ];
  return { owner, everyone };
}

onBothStores(
  'the audit log is read by Owners, Admins, their tokens and full-access keys',
  async (t, access) => {
    const { everyone } = await callers(access);

    const named: Record<string, string> = {};
    for (const [name, actor] of everyone) {
      named[name] = await outcome(access, actor, 'index=_audit');
    }

    assert.deepEqual(named, {
      owner: '_audit',
      admin: '_audit',
      member: 'FORBIDDEN',
      viewer: 'FORBIDDEN',
      'token of owner': '_audit',
      'token of admin': '_audit',
      'token of member': 'FORBIDDEN',
      'token of viewer': 'FORBIDDEN',
      'ingest-only': 'INSUFFICIENT_SCOPE',
      'read-only': 'INSUFFICIENT_SCOPE',
      'full-access': '_audit',
    });
    t.diagnostic(`${everyone.length} callers`);
  },
);

onBothStores('no way round: patterns, lists, subsearches, negations', async (_t, access) => {
  const { everyone } = await callers(access);
  const viewer = everyone.find(([name]) => name === 'viewer')?.[1];
  assert.ok(viewer !== undefined);
  const ask = (query: string): Promise<string> => outcome(access, viewer, query);

  assert.equal(await ask('index=*'), 'main');
  // What else the platform writes is open to whoever may look at alerts and services.
  assert.equal(await ask('index=_*'), '_alerts _kpi');
  assert.equal(await ask('NOT index=main'), '');
  assert.equal(await ask('*'), 'main');
  for (const query of [
    'index IN (main, _audit)',
    'index=_AUDIT',
    'NOT index=_audit',
    'index=main [search index=_audit | fields actor]',
    'index=main | append [search index=_audit]',
    '| tstats count where index=_audit',
  ]) {
    assert.equal(await ask(query), 'FORBIDDEN', query);
  }
});

onBothStores('an organization may open it to its members, which is audited', async (_t, access) => {
  const { owner, everyone } = await callers(access);

  await changeOrganization(access.needs, owner.actor, { isAuditOpen: true });

  for (const [name, actor] of everyone) {
    const isNarrowKey = name === 'ingest-only' || name === 'read-only';
    const expected = isNarrowKey ? 'INSUFFICIENT_SCOPE' : '_audit';
    assert.equal(await outcome(access, actor, 'index=_audit'), expected, name);
  }
  const [entry] = await access.auditOf(owner.actor.organization);
  assert.equal(entry?.action, 'organization.settings_updated');
  assert.deepEqual(JSON.parse(entry.details), {
    changed: ['isAuditOpen'],
    from: { isAuditOpen: false },
    to: { isAuditOpen: true },
    changes: [{ field: 'isAuditOpen', before: false, after: true }],
  });
});
