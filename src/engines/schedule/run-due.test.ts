import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { startPostgres } from '../../../test/support/start-postgres.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import { dueSuite } from './due.suite.ts';

const needs = { clock: systemClock, log: silentLog };

describe('on SQLite', () => {
  dueSuite(async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'xplain-due-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    return () => openMetadata(needs, { kind: 'sqlite', path: join(folder, 'metadata.db') });
  });
});

describe('on PostgreSQL', () => {
  dueSuite(async (t) => {
    const database = await startPostgres(t);
    if (database === undefined) return undefined;
    return () => openMetadata(needs, { kind: 'postgres', url: database.url });
  });
});
