import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './find-free-port.ts';
import { freezeProcess } from './freeze-process.ts';
import { requireProgram } from './require-program.ts';

/** A Redis of this test alone, which the test may take away and bring back. */
export interface TestRedis {
  readonly url: string;
  /** Ends the server; what it held is lost. */
  stop(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Keeps it connected but silent, as a stalled network does. */
  freeze(): Promise<void>;
  thaw(): void;
}

/** An empty server that goes with the test, or with this process. Undefined when the test was skipped. */
export async function startRedis(
  t: TestContext,
  settings: readonly string[] = [],
): Promise<TestRedis | undefined> {
  const program = requireProgram(t, 'redis-server', 'redis-server');
  if (program === undefined) return undefined;

  const folder = mkdtempSync(join(tmpdir(), 'xplain-redis-'));
  const port = await findFreePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    mkdirSync(folder, { recursive: true });
    child = supervise([program ?? '', ...settings], folder, port);
    await waitUntilUp(child, folder, port);
  }

  async function stop(): Promise<void> {
    if (child === undefined || child.exitCode !== null) return;
    thaw();
    child.stdin?.end();
    await once(child, 'exit');
  }

  const pid = (): number => Number(readFileSync(join(folder, 'pid'), 'utf8'));
  const thaw = (): void => void process.kill(pid(), 'SIGCONT');

  t.after(stop);
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    start,
    freeze: () => freezeProcess(pid()),
    thaw,
  };
}

/**
 * The server stands under a shell that waits for the end of its input. The input is a pipe that only this
 * process holds open, so the server goes away with it, also when this process is killed.
 */
function supervise(command: readonly string[], folder: string, port: number): ChildProcess {
  const script =
    'folder=$1; shift; "$@" >"$folder/log" 2>&1 </dev/null & ' +
    'echo $! >"$folder/pid"; cat >/dev/null; kill -KILL $!; wait $!; rm -rf "$folder"';
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const memoryOnly = ['--save', '', '--appendonly', 'no'];
  return spawn('sh', ['-c', script, 'supervisor', folder, ...command, ...options, ...memoryOnly], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

async function waitUntilUp(child: ChildProcess, folder: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 6_000 && child.exitCode === null; attempt += 1) {
    if (await answers(port)) return;
    await sleep(10);
  }
  throw new Error(`Redis did not start:\n${readFileSync(join(folder, 'log'), 'utf8')}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(/^(\+PONG|-NOAUTH)/.test(data.toString()));
    });
    socket.once('error', () => resolve(false));
  });
}
