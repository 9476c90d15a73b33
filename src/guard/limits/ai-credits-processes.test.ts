/** Several processes that spend one bundle at the same time. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock } from '../../base/clock.ts';
import { newId, organizationId, type OrganizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import { openPostgres } from '../../engines/metadata/postgres/open-postgres.ts';
import { openSqlite } from '../../engines/metadata/sqlite/open-sqlite.ts';
import { SPENT } from '../../../test/support/guard/spent-credits.ts';
import { startPostgres } from '../../../test/support/metadata/start-postgres.ts';
import { MICRO_CREDITS } from '../../spec/units.ts';
import { readCreditUsage } from './index.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';

const PROGRAM = fileURLToPath(
  new URL('../../../test/support/guard/spend-credits.ts', import.meta.url),
);
const PROCESSES = 2;
const RUNS = 150;
const needs = { clock: systemClock, log: silentLog };

async function newOrganization({ db }: Metadata): Promise<OrganizationId> {
  const id = organizationId(newId('organization'));
  const user = newId('user');
  const times = { created_at: 0, updated_at: 0 };
  const email = `${user.toLowerCase()}@example.com`;
  await db
    .insertInto('users')
    .values({ id: user, name: 'Ada', email, email_verified: 1, image: null, ...times })
    .execute();
  await db
    .insertInto('organizations')
    .values({
      id,
      name: 'Acme',
      plan: 'free',
      timezone: 'UTC',
      retention_days: 30,
      closed_providers: '[]',
      allowed_networks: '[]',
      audit_open: 0,
      agents: 'read',
      agents_masked: 1,
      second_factor: 'optional',
      custom_daily_bytes: null,
      custom_monthly_credits: null,
      created_by: user,
      ...times,
    })
    .execute();
  return id;
}

async function spendAtOnce(metadata: Metadata, kind: string, place: string): Promise<void> {
  const organization = await newOrganization(metadata);
  const run = promisify(execFile);
  const args = [PROGRAM, kind, place, organization, String(RUNS)];

  const ended = await Promise.all(
    Array.from({ length: PROCESSES }, () => run(process.execPath, args)),
  );

  const served = ended.reduce((sum, { stdout }) => sum + Number(stdout), 0);
  const usage = await readCreditUsage(
    { metadata, clock: systemClock },
    organization,
    SPENT.plans.free,
  );
  // 39 × 0.25 leaves 0.25, which is less than a run holds.
  assert.equal(served, 39);
  assert.deepEqual([usage.used, usage.held], [(served * SPENT.usedMicro) / MICRO_CREDITS, 0]);
}

test('two processes on one SQLite file spend not one micro-credit too much', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-credits-'));
  const path = join(folder, 'metadata.db');
  const metadata = await openSqlite(needs, path);
  t.after(async () => {
    await metadata[Symbol.asyncDispose]();
    removeFolder(folder);
  });

  await spendAtOnce(metadata, 'sqlite', path);
});

test('two processes on one PostgreSQL database spend not one micro-credit too much', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  const metadata = await openPostgres(needs, database.url);
  t.after(() => metadata[Symbol.asyncDispose]());

  await spendAtOnce(metadata, 'postgres', database.url);
});
