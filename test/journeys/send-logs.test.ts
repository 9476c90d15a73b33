/** The snippets of docs/operating/send-logs.md, each run as it stands against the real endpoints. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../support/programs/find-free-port.ts';
import { requireProgram, skipWithout } from '../support/programs/require-program.ts';
import { startIngest, type IngestUnderTest, type Seen } from '../support/ingest/start-ingest.ts';
import { removeFolder } from '../support/remove-folder.ts';

const root = join(import.meta.dirname, '../..');

/** The block of the page that opens with `opening`, set up for the endpoints under test. */
async function snippet(endpoints: IngestUnderTest, opening: string): Promise<string> {
  const page = await readFile(join(root, 'docs/operating/send-logs.md'), 'utf8');
  const blocks = [...page.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, text = '']) => text);
  const block = blocks.find((text) => text.startsWith(opening));
  assert.ok(block !== undefined, `the page has no block that opens with ${opening}`);
  const { host, hostname, port } = new URL(endpoints.url);
  return block
    .replaceAll('YOUR_KEY', endpoints.key)
    .replaceAll('localhost:4000', host)
    .replace("host: 'localhost'", `host: '${hostname}'`)
    .replace('port: 4000', `port: ${port}`);
}

/** A folder inside the project, so that its packages are found. */
async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(root, 'node_modules/.send-logs-'));
  t.after(() => removeFolder(folder));
  return folder;
}

async function run(t: TestContext, program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await once(child, 'close');
  assert.equal(child.exitCode, 0, output);
}

async function runScript(
  t: TestContext,
  endpoints: IngestUnderTest,
  name: string,
): Promise<Seen[]> {
  const file = join(await newFolder(t), name);
  await writeFile(file, await snippet(endpoints, `// ${name}`));
  await run(t, process.execPath, [file]);
  return endpoints.queued();
}

const facts = ({ level, source, body }: Seen): string[] => [level, source, body];
const PAYMENTS = [
  ['info', 'checkout', 'payment authorized'],
  ['error', 'checkout', 'payment refused'],
];

test('curl', async (t) => {
  const curl = requireProgram(t, 'curl', 'curl');
  if (curl === undefined) return;
  const endpoints = await startIngest(t);

  await run(t, '/bin/sh', ['-c', await snippet(endpoints, 'curl')]);

  const seen = endpoints.queued();
  assert.deepEqual(seen.map(facts), PAYMENTS.slice(0, 1));
  assert.deepEqual(seen[0]?.attributes, { order: '4711' });
});

test('the OpenTelemetry SDK', async (t) => {
  const seen = await runScript(t, await startIngest(t), 'opentelemetry.mjs');

  assert.deepEqual(seen.map(facts), PAYMENTS.slice(0, 1));
});

test('pino', async (t) => {
  const seen = await runScript(t, await startIngest(t), 'pino.mjs');

  assert.deepEqual(seen.map(facts), PAYMENTS);
  assert.deepEqual(seen[0]?.attributes, { order: '4711' });
  assert.ok(Math.abs((seen[0]?.timestamp ?? 0) - Date.now()) < 60_000);
});

test('winston', async (t) => {
  const seen = await runScript(t, await startIngest(t), 'winston.mjs');

  assert.deepEqual(seen.map(facts), PAYMENTS);
  assert.deepEqual(seen[0]?.attributes, { order: '4711' });
});

test('syslog-ng', async (t) => {
  const program = requireProgram(t, 'syslog-ng', 'syslog-ng-core syslog-ng-mod-http');
  if (program === undefined) return;
  const endpoints = await startIngest(t);
  const folder = await newFolder(t);
  const port = await findFreePort();
  const source = `source s_local { network(ip("127.0.0.1") port(${port}) transport("tcp") keep-hostname(yes)); };`;
  const destination = await snippet(endpoints, '# syslog-ng.conf');
  const file = join(folder, 'syslog-ng.conf');
  await writeFile(file, `@version: 3.38\n${source}\n${destination}`);
  const places = ['--persist-file', '--pidfile', '--control'].flatMap((option) => [
    option,
    join(folder, option),
  ]);
  const args = ['--foreground', '--no-caps', '--cfgfile', file, ...places];
  const output = startDaemon(t, program, args);

  await sendLines(port, LINES);

  const [first, ...lines] = await collect(endpoints, LINES.length, output);
  assert.ok(first);
  assert.deepEqual(facts(first), ['err', 'checkout', 'payment "refused" \\ äöü']);
  assert.deepEqual(first.attributes, { host: 'web-1', facility: 'user' });
  assert.deepEqual(
    lines.map(({ body }) => body),
    Array.from({ length: 500 }, (_, i) => `line ${i}`),
  );
});

test('rsyslog', async (t) => {
  const packages = 'rsyslog rsyslog-elasticsearch';
  const program = requireProgram(t, 'rsyslogd', packages);
  if (program === undefined) return;
  const endpoints = await startIngest(t);
  const folder = await newFolder(t);
  const port = await findFreePort();
  const source = [
    `global(workDirectory="${folder}")`,
    'module(load="imtcp")',
    `input(type="imtcp" address="127.0.0.1" port="${port}")`,
  ].join('\n');
  const file = join(folder, 'rsyslog.conf');
  await writeFile(file, `${source}\n${await snippet(endpoints, '# rsyslog.conf')}`);
  const check = spawnSync(program, ['-N1', '-f', file], { encoding: 'utf8' });
  // Many machines have the program without this module of it.
  if (check.stderr.includes('could not load module')) {
    return skipWithout(t, `a module of rsyslog is missing: apt-get install ${packages}`);
  }
  assert.equal(check.status, 0, check.stderr);
  const output = startDaemon(t, program, ['-n', '-f', file, '-i', join(folder, 'pid')]);

  await sendLines(port, LINES);

  const [first, ...lines] = await collect(endpoints, LINES.length, output);
  assert.ok(first);
  assert.deepEqual(facts(first), ['err', 'checkout', 'payment "refused" \\ äöü']);
  assert.deepEqual(first.attributes, { host: 'web-1' });
  assert.deepEqual(
    lines.map(({ body }) => body),
    Array.from({ length: 500 }, (_, i) => `line ${i}`),
  );
});

const LINES = [
  '<11>Nov 15 04:05:06 web-1 checkout[42]: payment "refused" \\ äöü',
  ...Array.from({ length: 500 }, (_, i) => `<14>Nov 15 04:05:07 web-1 checkout: line ${i}`),
];

/** Gives what the daemon has said so far. */
function startDaemon(t: TestContext, program: string, args: readonly string[]): () => string {
  const child = spawn(program, args);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  t.after(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  return () => output;
}

async function collect(
  endpoints: IngestUnderTest,
  count: number,
  output: () => string,
): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for (let i = 0; i < 400 && seen.length < count; i++) {
    seen.push(...endpoints.queued());
    await sleep(50);
  }
  assert.equal(seen.length, count, output());
  return seen;
}

/** The daemon needs a moment until it listens. */
async function sendLines(port: number, lines: readonly string[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    const socket = createConnection({ host: '127.0.0.1', port });
    try {
      await once(socket, 'connect');
      socket.end(lines.map((line) => `${line}\n`).join(''));
      await once(socket, 'close');
      return;
    } catch (error) {
      socket.destroy();
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
}
