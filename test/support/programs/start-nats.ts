import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './find-free-port.ts';
import { freezeProcess } from './freeze-process.ts';
import { requireProgram } from './require-program.ts';
import { removeFolder } from '../remove-folder.ts';

/** A NATS server with JetStream of this test alone, which the test may take away and bring back. */
export interface TestNats {
  readonly url: string;
  /** Kills the server as a crash would; what it has on disk stays. */
  kill(): Promise<void>;
  /** Starts it again on the same port and the same files. */
  start(): Promise<void>;
  /** Keeps it connected but silent, as a stalled network does. Resolves once it is. */
  freeze(): Promise<void>;
  thaw(): void;
}

/** An empty server that goes with the test, or with this process. Undefined when the test was skipped. */
export async function startNats(
  t: Pick<TestContext, 'name' | 'skip'> & { after(cleanUp: () => Promise<void>): void },
): Promise<TestNats | undefined> {
  const program = requireProgram(t, 'nats-server', 'nats-server');
  if (program === undefined) return undefined;

  const folder = mkdtempSync(join(tmpdir(), 'xplain-nats-'));
  const port = await findFreePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    child = supervise(program ?? '', folder, port);
    await waitUntilUp(child, folder, port);
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null) return;
    child.stdin?.end('keep the files\n');
    await once(child, 'exit');
  }

  const pid = (): number => Number(readFileSync(join(folder, 'pid'), 'utf8'));

  t.after(async () => {
    await kill();
    removeFolder(folder);
  });
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    start,
    freeze: () => freezeProcess(pid()),
    thaw: () => void process.kill(pid(), 'SIGCONT'),
  };
}

/**
 * The server stands under a shell that waits for a line or the end of its input. The input is a pipe that
 * only this process holds open, so the server and its files go away with it, also when this process is killed.
 */
function supervise(program: string, folder: string, port: number): ChildProcess {
  const config = join(folder, 'nats.conf');
  writeFileSync(
    config,
    `listen: "127.0.0.1:${port}"\njetstream { store_dir: ${JSON.stringify(join(folder, 'store'))} }\n`,
  );
  const script =
    'folder=$1; shift; "$@" >>"$folder/log" 2>&1 </dev/null & ' +
    'echo $! >"$folder/pid"; read -r keep; kill -KILL $!; wait $!; ' +
    '[ -n "$keep" ] || rm -rf "$folder"';
  return spawn('sh', ['-c', script, 'supervisor', folder, program, '-c', config], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

async function waitUntilUp(child: ChildProcess, folder: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 6_000 && child.exitCode === null; attempt += 1) {
    if (await answers(port)) return;
    await sleep(10);
  }
  throw new Error(`NATS did not start:\n${readFileSync(join(folder, 'log'), 'utf8')}`);
}

/** The server greets with its own description as soon as it takes connections. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('INFO '));
    });
    socket.once('error', () => resolve(false));
  });
}
