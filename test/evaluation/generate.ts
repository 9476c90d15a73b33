/**
 * Runs the programs of `scenarios/` and keeps what they print as `logs/<scenario>.txt`, with everything that
 * belongs to the machine replaced. The logs are committed together with their labels, so this is only run to
 * add a scenario: other versions of the programs print other lines, and then labels have to be read again.
 *
 *   node test/evaluation/generate.ts [<scenario> …]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../support/programs/find-free-port.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
const SECONDS_MAX = 120;
const ROWS_MAX = 1_500;
/** Ports as they stand in the logs, whichever were free. */
const PORTS = { PORT_A: '7001', PORT_B: '7002', PORT_C: '7003' } as const;

const wanted = process.argv.slice(2);
const scenarios = readdirSync(join(HERE, 'scenarios'))
  .map((file) => file.replace(/\.sh$/, ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

for (const name of scenarios) {
  const directory = mkdtempSync(join(tmpdir(), 'scenario-'));
  const ports = await pickPorts();
  const output = await run(name, directory, ports);
  rmSync(directory, { recursive: true, force: true });
  const rows = neutralize(output, directory, ports)
    .split('\n')
    .map((row) => row.trimEnd())
    .filter((row) => row !== '')
    .slice(0, ROWS_MAX);
  writeFileSync(join(HERE, 'logs', `${name}.txt`), `${rows.join('\n')}\n`);
  process.stdout.write(`${name}: ${rows.length} rows\n`);
}

async function pickPorts(): Promise<Map<string, string>> {
  const free = new Set<number>();
  while (free.size < Object.keys(PORTS).length) free.add(await findFreePort());
  return new Map(Object.keys(PORTS).map((name, at) => [name, String([...free][at])]));
}

async function run(
  name: string,
  directory: string,
  ports: ReadonlyMap<string, string>,
): Promise<string> {
  const script = join(HERE, 'scenarios', `${name}.sh`);
  const child = spawn('bash', ['-c', 'exec 2>&1; . "$0"', script], {
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...Object.fromEntries(ports),
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      NO_COLOR: '1',
      TERM: 'dumb',
      SOURCE_ROOT: ROOT,
      NODE_TEST_CONTEXT: undefined,
    },
  });
  const stop = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The whole group is gone already.
    }
  };
  const timer = setTimeout(stop, SECONDS_MAX * 1_000);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  clearTimeout(timer);
  stop();
  return Buffer.concat(chunks).toString('utf8');
}

/** Paths, names and ports of this machine become those of a machine that could be anybody's. */
function neutralize(text: string, directory: string, ports: ReadonlyMap<string, string>): string {
  let out = text
    .replaceAll(`/private${directory}`, '/srv/app')
    .replaceAll(directory, '/srv/app')
    .replaceAll(ROOT, '/srv/xplain')
    .replace(/\/\S*\/pyenv\/versions\/[^/\s]+|\/\S*\.pyenv\/versions\/[^/\s]+/g, '/usr')
    .replaceAll(homedir(), '/home/app')
    .replaceAll(tmpdir(), '/var/build');
  for (const [name, port] of ports) {
    out = out.replaceAll(port, PORTS[name as keyof typeof PORTS]);
  }
  const host = hostname();
  const { username } = userInfo();
  return out
    .replace(new RegExp(`(?<![\\w-])${escapeRegExp(host)}(?![\\w-])`, 'g'), 'host-1')
    .replace(new RegExp(`(?<![\\w-])${escapeRegExp(username)}@`, 'g'), 'app@')
    .replaceAll(/(?!\s)\p{Cc}\[[0-9;]*m/gu, '');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
