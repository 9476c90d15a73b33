import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { silentLog } from '../../../base/log.ts';
import { EngineRefusal } from './connection.ts';
import { migrate } from './migrate.ts';
import { nodesOf, nodeThat } from './scripted-nodes.suite.ts';

interface Schema {
  version: number | undefined;
  locks?: (EngineRefusal | undefined)[];
  isStale?: boolean;
  isSpread?: boolean;
  inserts?: string[];
  hasOldRows?: boolean;
}

const TAKEN = new EngineRefusal({ code: 57, text: '' });

async function migrated(schema: Schema, cluster?: string, clock = { now: () => 0 }) {
  const node = nodeThat(({ text }) => {
    if (text.startsWith('EXISTS TABLE') && text.includes('schema_versions')) {
      return schema.version === undefined ? '0\n' : '1\n';
    }
    if (text.startsWith('EXISTS TABLE')) return schema.isSpread === true ? '1\n' : '0\n';
    if (text.startsWith('SELECT max(version)')) return `${schema.version}\n`;
    if (text.startsWith('CREATE TABLE schema_lock')) return schema.locks?.shift() ?? '';
    if (text.includes('metadata_modification_time')) return schema.isStale === true ? '1' : '0';
    if (text.includes('FROM system.columns')) return schema.hasOldRows === false ? '0' : '1';
    if (text.includes('FROM system.processes')) return schema.inserts?.shift() ?? '';
    return '';
  });
  const nodes = nodesOf(node, { database: cluster === undefined ? 'own' : 'a`ll' });
  const layout = { engine: 'MergeTree' as never, cluster };
  await migrate({ clock, limits: LIMITS, log: silentLog }, nodes, layout);
  return node.asked.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim());
}

const versions = (texts: readonly string[]): string[] =>
  texts.filter((text) => text.startsWith('INSERT INTO schema_versions'));

test('a node that is up to date is only asked', async () => {
  assert.deepEqual(await migrated({ version: 4 }), [
    'CREATE DATABASE IF NOT EXISTS `own`',
    'EXISTS TABLE `own`.`schema_versions` FORMAT TSV',
    'SELECT max(version) FROM schema_versions FORMAT TSV',
  ]);
});

test('an empty node takes every step under the lock, an older one those that it lacks', async () => {
  const all = await migrated({ version: undefined });
  assert.deepEqual(versions(all), [
    "INSERT INTO schema_versions SELECT 1, now('UTC')",
    "INSERT INTO schema_versions SELECT 2, now('UTC')",
    "INSERT INTO schema_versions SELECT 3, now('UTC')",
    "INSERT INTO schema_versions SELECT 4, now('UTC')",
  ]);
  assert.equal(all[2], 'CREATE TABLE schema_lock (held UInt8) ENGINE = Memory');
  assert.equal(all.at(-1), 'DROP TABLE IF EXISTS schema_lock SYNC');
  assert.equal(
    all.some((text) => text.includes('Distributed')),
    false,
  );

  const some = await migrated({ version: 2 });
  assert.deepEqual(versions(some), versions(all).slice(2));
});

test('a newer schema is refused, also when it came while the lock was waited for', async () => {
  const message =
    'The log store was written by a newer release: its schema has version 5, this release knows 4. ' +
    'Start the newer release, or restore a backup from before the upgrade.';
  await assert.rejects(migrated({ version: 5 }), { message });
  const schema: Schema = { version: 2 };
  const later = migrated({
    get version() {
      const now = schema.version;
      schema.version = 5;
      return now;
    },
    set version(_) {},
  });
  await assert.rejects(later, /newer release/);
});

test('the table over a cluster is made anew, and is enough of a reason to look', async () => {
  const texts = await migrated({ version: 4 }, 'clu');
  assert.deepEqual(texts.slice(-3), [
    'CREATE DATABASE IF NOT EXISTS `a\\`ll`',
    'CREATE OR REPLACE TABLE `a\\`ll`.logs AS `own`.logs ENGINE = Distributed(`clu`, `own`, logs, intHash64(row_id))',
    'DROP TABLE IF EXISTS schema_lock SYNC',
  ]);
  assert.equal((await migrated({ version: 4, isSpread: true }, 'clu')).length, 4);
});

test('a lock is waited for, and taken from a process that died', async () => {
  const waited = await migrated({ version: 2, locks: [TAKEN, undefined] });
  const isStale = (text: string) => text.includes('metadata_modification_time');
  assert.equal(waited.filter(isStale).length, 1);
  assert.equal(waited.filter((text) => text.startsWith('DROP TABLE')).length, 1);

  const taken = await migrated({ version: 2, locks: [TAKEN, undefined], isStale: true });
  assert.equal(taken.filter((text) => text.startsWith('DROP TABLE')).length, 2);
  const seconds = Math.ceil(LIMITS.store.migrationLockMs / 1_000);
  assert.match(taken.find(isStale) ?? '', new RegExp(`< now\\(\\) - ${seconds} FORMAT TSV$`));
});

test('a lock is not waited for longer than twice the time it may be held, and other faults not at all', async () => {
  let now = 0;
  const clock = {
    now: () => {
      const before = now;
      now = 2 * LIMITS.store.migrationLockMs + 1;
      return before;
    },
  };
  await assert.rejects(migrated({ version: 2, locks: [TAKEN] }, undefined, clock), {
    message: 'Another process has been changing the tables of the log store for too long.',
  });
  const other = new EngineRefusal({ code: 58, text: '' });
  await assert.rejects(migrated({ version: 2, locks: [other] }), (error) => error === other);
});

test('a step that fills a column waits for the inserts that began before it, and for no others', async () => {
  const texts = await migrated({ version: 2, inserts: ['a\nb\n', 'b\nc\n', 'c\n'] });
  const isAsked = (text: string) => text.includes('FROM system.processes');
  assert.equal(texts.filter(isAsked).length, 3);
  const isFilled = (text: string) => text.includes('MATERIALIZE COLUMN stored_at');
  assert.ok(texts.findLastIndex(isAsked) < texts.findIndex(isFilled));
});

test('a step that is only for old rows is left out where there are none', async () => {
  const texts = await migrated({ version: 2, hasOldRows: false });
  assert.equal(
    texts.some((text) => text.includes('MATERIALIZE COLUMN')),
    false,
  );
  assert.equal(versions(texts)[0], "INSERT INTO schema_versions SELECT 3, now('UTC')");
});
