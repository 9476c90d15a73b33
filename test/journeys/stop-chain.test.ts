import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDataFolder } from '../support/programs/start-app.ts';
import { engineUnderTest } from '../support/open-test-store.ts';
import { showInReport } from '../support/show-in-report.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const READY_MS_MAX = 90_000;
/** What docs/operating/install.md says an orderly end may take. */
const END_MS_MAX = 60_000;

interface Chain {
  /** From whom a person or a service manager started down to the server; what the server started comes after. */
  readonly pids: readonly number[];
  output(): string;
  /** Everything that was said has been read. */
  readonly closed: Promise<unknown>;
}

const FORMS = {
  'npm start': ['npm', 'start'],
  'xplain serve': [join(ROOT, 'tools/xplain.mjs'), 'serve'],
} as const;

/** For each form, the place in the chain that gets the signal: who was started, and whatever stands behind. */
const STOPS = [
  ['npm start', 0, 'SIGTERM'],
  ['npm start', 0, 'SIGINT'],
  // The program that starts the server on the right Node, alone.
  ['npm start', 1, 'SIGTERM'],
  ['npm start', 2, 'SIGTERM'],
  ['npm start', 0, 'SIGKILL'],
  ['xplain serve', 0, 'SIGINT'],
] as const;

test('whichever process of the chain is stopped, all of it ends in order, and the next start works', async (t) => {
  const data = await newDataFolder(t);
  const took: string[] = [];
  for (const [form, place, signal] of STOPS) {
    const chain = await start(t, form, data);
    const pid = chain.pids[place];
    assert.ok(pid !== undefined, `${form} has a process at place ${place}`);
    const signalledAt = performance.now();
    process.kill(pid, signal);

    const left = await untilEnded(chain.pids);
    const wholeMs = performance.now() - signalledAt;
    const stop = `${signal} to process ${place} of ${form}`;
    assert.deepEqual(left, [], `${stop} leaves nobody`);
    await chain.closed;
    const tookMs = toldStop(chain.output());
    assert.ok(tookMs !== undefined, `${stop} ends in order, and tells how long that took`);
    assert.ok(tookMs >= 0 && tookMs <= Math.ceil(wholeMs), `${tookMs} of ${wholeMs} ms`);
    took.push(`${stop} ${seconds(wholeMs)} (server ${seconds(tookMs)})`);
  }
  showInReport(t, `time to stop: ${took.join('; ')}`);
});

/** As the last line of its log says. */
function toldStop(output: string): number | undefined {
  const line = output.split('\n').find((each) => each.includes('"msg":"stopped"'));
  if (line === undefined) return undefined;
  const { tookMs } = JSON.parse(line) as { tookMs?: number };
  return tookMs;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

async function start(t: TestContext, form: keyof typeof FORMS, data: string): Promise<Chain> {
  const [command, ...words] = FORMS[form];
  const engine = engineUnderTest();
  const child = spawn(command, words, {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? data,
      XPLAIN_DATA: data,
      XPLAIN_PORT: '0',
      XPLAIN_OTLP_PORT: '0',
      ...(engine === undefined ? {} : { XPLAIN_EMBEDDED_STORE: engine }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const listen = (chunk: Buffer): void => void (text += chunk.toString());
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const closed = once(child, 'close');
  t.after(() => endAll(child));
  await untilReady(child, () => text);
  return { pids: descendants(child.pid ?? 0), output: () => text, closed };
}

async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS_MAX;
  while (!/Xplain is ready at/.test(output())) {
    assert.equal(child.exitCode, null, `it ended instead of starting:\n${output()}`);
    assert.ok(Date.now() < deadline, `it is not ready:\n${output()}`);
    await sleep(100);
  }
}

async function untilEnded(pids: readonly number[]): Promise<number[]> {
  const deadline = Date.now() + END_MS_MAX;
  for (;;) {
    const left = pids.filter(isRunning);
    if (left.length === 0 || Date.now() > deadline) return left;
    await sleep(50);
  }
}

/** The process and those it started, in the order of the chain. */
function descendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  for (const line of table.trim().split('\n')) {
    const [own = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), own]);
  }
  const found = [pid];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found;
}

/** A process that ended and was not yet waited for is over. */
function isRunning(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return !state.startsWith('Z');
  } catch {
    return false;
  }
}

function endAll(child: ChildProcess): void {
  for (const pid of descendants(child.pid ?? 0).toReversed()) {
    if (pid !== 0 && isRunning(pid)) process.kill(pid, 'SIGKILL');
  }
}
