import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MigrateReport, MigrateStep } from '../../../src/compose/migrate-data.ts';
import { fastStart } from './fast-start.ts';
import { runCommand } from './run-command.ts';

const MIGRATE = fileURLToPath(new URL('../../../src/migrate.ts', import.meta.url));

/** Runs a step to its end. */
export async function migrate(
  step: MigrateStep,
  from: string,
  environment: Readonly<Record<string, string>>,
): Promise<MigrateReport> {
  const words = ['migrate', step, '--from', from];
  const { code, printed, complained } = await runCommand(words, { ...environment });
  assert.equal(code, 0, complained);
  return JSON.parse(printed) as MigrateReport;
}

/** Begins a step and kills it as soon as it says so. */
export async function killWhen(
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
  pattern: RegExp,
): Promise<void> {
  const child = begin(environment, words);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (pattern.test(said)) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL', said);
}

/** Begins a step and kills it after so many milliseconds, wherever it is then; it may have ended before. */
export async function killAfter(
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
  ms: number,
): Promise<void> {
  const child = begin(environment, words);
  const closed = once(child, 'close');
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  await closed;
  clearTimeout(timer);
}

function begin(environment: Readonly<Record<string, string>>, words: readonly string[]) {
  return spawn(process.execPath, [MIGRATE, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...fastStart(), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
