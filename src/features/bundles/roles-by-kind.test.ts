/** Every kind × every role × read, create, change and delete: by key, and with a bundle. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A_BUNDLE, SECRETS } from '../../../test/support/example-bundle.ts';
import { openAccess } from '../../../test/support/open-access.ts';
import { startBundles } from '../../../test/support/start-bundles.ts';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS, type BundleKind } from '../../contract/bundle-kinds.ts';
import { ROLES } from '../../spec/roles.ts';

/** Owner, Admin, Member, Viewer: who may read, write and delete. Written out, so that no table proves itself. */
const MATRIX: Readonly<Record<BundleKind, readonly [string, string, string]>> = {
  indexes: ['YYYY', 'YYNN', 'YYNN'],
  lookups: ['YYYY', 'YYYN', 'YYYN'],
  macros: ['YYYY', 'YYYN', 'YYYN'],
  dataModels: ['YYYY', 'YYYN', 'YYYN'],
  dataLinks: ['YYYY', 'YYNN', 'YYNN'],
  pipelines: ['YYYY', 'YYYN', 'YYYN'],
  savedSearches: ['YYYY', 'YYYN', 'YYYN'],
  checks: ['YYYY', 'YYYN', 'YYYN'],
  channels: ['YYYY', 'YYNN', 'YYNN'],
  services: ['YYYY', 'YYYN', 'YYNN'],
  kpis: ['YYYY', 'YYYN', 'YYNN'],
  alertRules: ['YYYY', 'YYYN', 'YYNN'],
  silences: ['YYYY', 'YYYN', 'YYYN'],
  dashboards: ['YYYY', 'YYYN', 'YYNN'],
  reports: ['YYYN', 'YYYN', 'YYYN'],
  exports: ['YYNN', 'YYNN', 'YYNN'],
  auditStreams: ['YYNN', 'YYNN', 'YYNN'],
};

test('each role may do by key and by bundle what it may do by hand', async (t) => {
  const access = await openAccess(t);
  const { call, apply } = startBundles(t, access);
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const people = {
    owner,
    admin: await access.join(organization, 'admin'),
    member: await access.join(organization, 'member'),
    viewer: await access.join(organization, 'viewer'),
  };
  await apply(owner, A_BUNDLE, { secrets: SECRETS });

  for (const kind of BUNDLE_KINDS) {
    const [read, write, remove] = MATRIX[kind];
    for (const [i, role] of ROLES.entries()) {
      const as = people[role];
      const url = `/api/v1/${BUNDLE_KIND_FACTS[kind].path}/by-key/of-${role}`;
      const body = { ...definitionOf(kind, role, owner.email), secrets: SECRETS };
      const isIn = (row: string): boolean => row[i] === 'Y';
      const where = `${kind} ${role}`;

      const created = await call(`PUT ${url}`, { as, body });
      assert.equal(created.status, isIn(write) ? 201 : 403, `${where} create: ${created.text}`);
      if (!isIn(write)) {
        const made = await call(`PUT ${url}`, { as: owner, body });
        assert.equal(made.status, 201, `${where}: ${made.text}`);
      }
      const changed = await call(`PUT ${url}`, { as, body });
      assert.equal(changed.status, isIn(write) ? 200 : 403, `${where} change: ${changed.text}`);
      const seen = await call(`GET ${url}`, { as });
      assert.equal(seen.status, isIn(read) ? 200 : 403, `${where} read: ${seen.text}`);
      const bundle = { xplain: 1, bundle: `of-${role}`, [kind]: { [`of-${role}`]: { ...body } } };
      delete (bundle as Record<string, Record<string, { secrets?: object }>>)[kind]?.[`of-${role}`]
        ?.secrets;
      const adopting = { ...bundle, adopt: true };
      const planned = await call('POST /api/v1/config/plan', { as, body: { bundle: adopting } });
      assert.equal(planned.status, isIn(read) ? 200 : 403, `${where} plan: ${planned.text}`);
      const deleted = await call(`DELETE ${url}`, { as });
      assert.equal(deleted.status, isIn(remove) ? 200 : 403, `${where} delete: ${deleted.text}`);
      if (!isIn(remove)) await call(`DELETE ${url}`, { as: owner });
    }
  }
});

/** Another of the same kind, with a name of its own. */
function definitionOf(kind: BundleKind, role: string, email: string): Record<string, unknown> {
  if (kind === 'reports') {
    const schedule = { every: 'daily', at: '08:00' };
    return { dashboard: 'overview', schedule, recipients: [email] };
  }
  const [first = {}] = Object.values(A_BUNDLE[kind] as Record<string, Record<string, unknown>>);
  const { name: _name, position: _position, ...rest } = first;
  return kind === 'macros' ? { ...rest, name: `of_${role}` } : rest;
}
