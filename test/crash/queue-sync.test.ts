/** No test can cut the power. What one can see is the order of the calls to the operating system. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { requireProgram } from '../support/programs/require-program.ts';
import { removeFolder } from '../support/remove-folder.ts';

const ROUNDS = 3;
const APPENDS = 50;

test('appends resolve after their data and then their root are on disk, and share one sync', (t) => {
  const strace = requireProgram(t, 'strace', 'strace');
  if (strace === undefined) return;
  const directory = mkdtempSync(join(tmpdir(), 'xplain-sync-'));
  t.after(() => removeFolder(directory));
  const program = `
    import { openSync, writeSync } from 'node:fs';
    const { openQueue } = await import(${JSON.stringify(import.meta.resolve('../../src/engines/queue/open-queue.ts'))});
    const { silentLog } = await import(${JSON.stringify(import.meta.resolve('../../src/base/log.ts'))});
    const { LIMITS: limits } = await import(${JSON.stringify(import.meta.resolve('../support/limits.ts'))});
    const marks = openSync(${JSON.stringify(join(directory, 'marks'))}, 'w');
    const options = { kind: 'lmdb', directory: ${JSON.stringify(join(directory, 'queue'))} };
    await using queue = await openQueue({ clock: Date, log: silentLog, limits }, options);
    const entry = { organization: 'org_acme', events: 1, payload: new Uint8Array(300) };
    for (let round = 0; round < ${ROUNDS}; round++) {
      writeSync(marks, 'asked');
      await Promise.all(Array.from({ length: ${APPENDS} }, () => queue.append(entry)));
      writeSync(marks, 'resolved');
    }`;
  const trace = join(directory, 'trace');
  const watch = ['-f', '-y', '-e', 'trace=openat,pwrite64,fdatasync,write', '-o', trace];
  const run = [process.execPath, '--input-type=module', '--eval', program];
  execFileSync(strace, [...watch, ...run]);

  const calls = readFileSync(trace, 'utf8').split('\n');
  const rounds = calls.join('\n').split('"asked"').slice(1);
  assert.equal(rounds.length, ROUNDS);
  const rootFile = calls.find((call) => /queue\.mdb", O_WRONLY\|O_DSYNC/.test(call));
  const root = /= (\d+)</.exec(rootFile ?? '')?.[1];
  assert(root !== undefined, 'the root is not written through a synchronous descriptor');
  for (const round of rounds) {
    const before = round.split('"resolved"')[0] ?? '';
    const syncs = before.match(/fdatasync(\(.*queue\.mdb>\)| resumed>\)) += 0/g) ?? [];
    assert.equal(syncs.length, 1, `${syncs.length} syncs for ${APPENDS} appends`);
    const afterSync = before.slice(before.lastIndexOf('fdatasync'));
    assert.match(afterSync, new RegExp(`pwrite64\\(${root}<`), 'the root did not follow the sync');
  }
});
