import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, type Clock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { LIMITS } from '../../spec/limits.ts';
import {
  newTestDatabase,
  newTestFile,
  openTestMetadata,
} from '../../../test/support/open-test-metadata.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { openSchedule } from './open-schedule.ts';
import { scheduleSuite } from './schedule.suite.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';

const needs = { clock: systemClock, log: silentLog };

describe('on SQLite', () => {
  scheduleSuite(async (t) => {
    const place = await newTestFile(t);
    return () => openMetadata(needs, place);
  });
});

describe('on PostgreSQL', () => {
  scheduleSuite(async (t) => {
    const place = await newTestDatabase(t);
    return place && ((): Promise<Metadata> => openMetadata(needs, place));
  });
});

test('what a killed process was running is taken over after the lease', async (t) => {
  const path = newPath(t);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', programFor(path)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  await using metadata = await openMetadata(needs, { kind: 'sqlite', path });
  child.kill('SIGKILL');
  await once(child, 'exit');

  let ranAt = 0;
  // A thousand times faster than the real one.
  const startedAt = Date.now();
  const clock: Clock = { now: () => startedAt + (Date.now() - startedAt) * 1_000 };
  await using schedule = openSchedule({
    metadata,
    nodeId: 'survivor',
    clock,
    log: silentLog,
    wait: async (ms, signal) => {
      await sleep(Math.max(ms, 0) / 1_000, undefined, { signal }).catch(() => undefined);
    },
  });
  const beganAt = clock.now();
  const ran = Promise.withResolvers<void>();
  schedule.start({
    name: 'tick',
    everyMs: 60_000,
    run: async () => {
      ranAt = clock.now();
      ran.resolve();
    },
  });
  await ran.promise;

  assert.ok(ranAt - beganAt >= LIMITS.schedule.leaseMs);
});

test('the start of a job is spread by a part of its interval, and by a second at most', async (t) => {
  const metadata = await openTestMetadata(t);
  t.mock.method(Math, 'random', () => 0.999);
  const { jitterRatioMax } = LIMITS.schedule;

  const shortMs = await firstWait(metadata, 'short', 1_000);
  const longMs = await firstWait(metadata, 'long', 3_600_000);

  assert.ok(shortMs > 1_000 && shortMs <= 1_000 + 1_000 * jitterRatioMax, String(shortMs));
  assert.ok(longMs > 3_600_000 && longMs <= 3_600_000 + 1_000, String(longMs));
});

/** How long a node waits after the first run of a job, by a clock that stands still. */
async function firstWait(metadata: Metadata, name: string, everyMs: number): Promise<number> {
  const waited = Promise.withResolvers<number>();
  let hasRun = false;
  await using schedule = openSchedule({
    metadata,
    nodeId: 'a',
    clock: { now: () => 1_700_000_000_000 },
    log: silentLog,
    wait: async (ms, signal) => {
      if (hasRun) waited.resolve(ms);
      if (!signal.aborted) await once(signal, 'abort');
    },
  });
  const run = async () => {
    hasRun = true;
  };
  schedule.start({ name, everyMs, run });
  return await waited.promise;
}

function programFor(path: string): string {
  const metadata = import.meta.resolve('../metadata/open-metadata.ts');
  const schedule = import.meta.resolve('./open-schedule.ts');
  return `
    const { openMetadata } = await import(${JSON.stringify(metadata)});
    const { openSchedule } = await import(${JSON.stringify(schedule)});
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const place = { kind: 'sqlite', path: ${JSON.stringify(path)} };
    const metadata = await openMetadata({ clock: Date, log }, place);
    const schedule = openSchedule({ metadata, nodeId: 'victim', clock: Date, log });
    schedule.start({ name: 'tick', everyMs: 60000, run: () => {
      process.stdout.write('running');
      return new Promise(() => {});
    } });`;
}

function newPath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-schedule-'));
  t.after(() => removeFolder(folder));
  return join(folder, 'metadata.db');
}
