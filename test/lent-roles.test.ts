/** What a lent role sets up must not outlive it: endpoints that send data out, or let people in, need a role of one's own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../src/compose/endpoints.ts';
import type { Endpoint } from '../src/contract/endpoint.ts';
import * as exportsContract from '../src/contract/exports.ts';
import { HOUR_MS } from '../src/spec/units.ts';
import { lendRole } from './support/guard/lend-role.ts';
import { openAccess } from './support/open-access.ts';
import { startAccess } from './support/start-access.ts';

const ALL: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.entries(ENDPOINTS);
const STANDING = ALL.filter(([, { config }]) => config.needsStandingRole === true);

/** They change nothing that stays, use what is set up already, or end it. */
const PASSING = [
  'testAlertChannel',
  'retryAlertDelivery',
  'disableExport',
  'previewExport',
  'testDestination',
  'runExport',
  'cancelExportRun',
  'retryExportRun',
  'createImport',
  'cancelImport',
  'testAuditStream',
  'replayAuditStream',
];

test('whatever manages ways out or in asks for a role of one’s own, or has a reason not to', () => {
  const managing = new Set([
    'audit-streams:manage',
    'channels:manage',
    'exports:manage',
    'sign-in:manage',
  ]);
  const changing = ALL.filter(
    ([, { method, config }]) =>
      managing.has(config.permission) && method !== 'GET' && method !== 'DELETE',
  ).map(([name]) => name);
  const standing = STANDING.map(([name]) => name);

  assert.deepEqual(
    changing.filter((name) => !standing.includes(name) && !PASSING.includes(name)),
    [],
  );
  assert.deepEqual(
    standing.filter((name) => PASSING.includes(name)),
    [],
  );
  for (const name of [
    'createAlertChannel',
    'createExport',
    'createAuditStream',
    'createReport',
    'setOAuthClient',
  ]) {
    assert.ok(standing.includes(name), name);
  }
});

test('a lent role is refused there, one’s own is not, and elsewhere a lent one is as good', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const borrower = await access.join(id, 'viewer');
  const reached: string[] = [];
  const { call } = startAccess(t, access, {
    mount: (app) => {
      const passing: Endpoint = { ...exportsContract.listExports, url: '/passing' };
      for (const { method, url, config } of [...STANDING.map(([, each]) => each), passing]) {
        const handler = async () => {
          reached.push(url);
          return {};
        };
        app.route({ method, url, config: { ...config, body: 'ignored' }, handler });
      }
    },
  });
  await lendRole(access, { from: owner, to: borrower, role: 'owner' });
  const addresses = STANDING.map(
    ([, { method, url }]) => `${method} ${url.replaceAll(/:\w+/g, 'x')}`,
  );

  for (const address of addresses) {
    const refused = await call(address, { as: borrower, body: {} });
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'], address);
    assert.match(refused.body.error ?? '', /Your role is temporary, and this would outlast it/);
  }
  assert.deepEqual(reached, []);
  await call('GET /passing', { as: borrower });
  assert.deepEqual(reached, ['/passing']);
  for (const address of addresses) await call(address, { as: owner, body: {} });
  assert.equal(reached.length, STANDING.length + 1);

  access.clock.advance(HOUR_MS);
  assert.equal((await call('GET /passing', { as: borrower })).status, 403);
});
