/**
 * Runs npm on the pinned Node, since npm picks older releases for an older one, and leaves a lock file that
 * installs the same packages on every machine. Says what the registry lacks for the machines we promise.
 *
 *   npm run deps -- install --save-exact some-package@1.2.3
 *   npm run deps                                               only completes the lock file and asks the registry
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { askIntegrity } from './ask-integrity.ts';
import { checkAgainstRegistry } from './check-against-registry.ts';
import { completeLock, type Lock, parseLock } from './complete-lock.ts';

const root = dirname(import.meta.dirname);
const lockFile = join(root, 'package-lock.json');
const args = process.argv.slice(2);

const before = readFileSync(lockFile, 'utf8');
if (args.length > 0) process.exitCode = runNpm();
const after = readFileSync(lockFile, 'utf8');
keepLock(completeLock(parseLock(after)));
if (args.length === 0 || after !== before) await askRegistry().catch(complain);

function runNpm(): number {
  // npm starts with `env node`, so the first node on the path is the one that runs it.
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { ...process.env, PATH: path, npm_config_engine_strict: 'true' };
  const result = spawnSync('npm', args, { cwd: root, env, stdio: 'inherit' });
  return result.status ?? 1;
}

async function askRegistry(): Promise<void> {
  process.stderr.write('Asking the registry for the packages of every machine …\n');
  const found = await checkAgainstRegistry(
    { askIntegrity },
    parseLock(readFileSync(lockFile, 'utf8')),
  );
  keepLock(found.lock);
  for (const problem of found.problems) complain(problem);
}

function complain(problem: unknown): void {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
}

function keepLock(lock: Lock): void {
  const text = `${JSON.stringify(lock, undefined, 2)}\n`;
  if (text !== readFileSync(lockFile, 'utf8')) writeFileSync(lockFile, text);
}
