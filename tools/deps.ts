/**
 * Runs npm on the pinned Node, since npm picks older releases for an older one, and leaves a lock file that
 * installs on every machine.
 *
 *   npm run deps -- install --save-exact some-package@1.2.3
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { completeLock, type Lock } from './complete-lock.ts';

const root = dirname(import.meta.dirname);
const lockFile = join(root, 'package-lock.json');
const args = process.argv.slice(2);

if (args.length === 0) {
  process.stderr.write('usage: npm run deps -- <npm command> [argument…]\n');
  process.exitCode = 2;
} else {
  // npm starts with `env node`, so the first node on the path is the one that runs it.
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { ...process.env, PATH: path, npm_config_engine_strict: 'true' };
  const result = spawnSync('npm', args, { cwd: root, env, stdio: 'inherit' });
  process.exitCode = result.status ?? 1;
  const before = readFileSync(lockFile, 'utf8');
  const after = `${JSON.stringify(completeLock(parseLock(before)), undefined, 2)}\n`;
  if (after !== before) writeFileSync(lockFile, after);
}

function parseLock(text: string): Lock {
  return JSON.parse(text) as Lock;
}
