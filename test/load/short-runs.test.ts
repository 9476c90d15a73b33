/** Benchmarks are code: each of them still runs to its end and prints its figures. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { MINUTE_MS } from '../../src/spec/units.ts';
import { SERVER_FLAGS } from '../../tools/server-flags.mjs';
import { removeFolder } from '../support/remove-folder.ts';
import { withoutClickhouse } from '../support/store/without-clickhouse.ts';

interface ShortRun {
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The last figures it prints. */
  readonly prints: RegExp;
  readonly skip?: string | false;
}

/** By the name of the program. A takeover of `alerts` waits half a minute for a lease, with what `nodes` is made of. */
const RUNS: Readonly<Record<string, readonly ShortRun[]>> = {
  agents: [{ prints: /beside a loop [\d.]+ ms, ratio/ }],
  access: [{ prints: /access token: [\d.]+ µs \(median\)/ }],
  alerts: [
    { words: ['latency'], prints: /events without one +\d/ },
    { words: ['rules'], prints: /the same of one pair of turns, in the middle/ },
    { words: ['fairness'], prints: /lag of the others at most, s/ },
    { words: ['nodes'], prints: /messages doubled +0/ },
  ],
  audit: [{ prints: /audit by ingest, %, at most +\d/ }],
  backup: [{ prints: /"megabytesPerSecond": \d/ }],
  bundles: [{ prints: /pull +\d+ things [\d.]+ s, processor [\d.]+ s/ }],
  dashboards: [{ prints: /draw 10 × 1,000, browser/ }],
  days: [{ prints: /top users by the engine, 2 days +[\d.]+ ms, 10 rows/ }],
  evaluation: [{ prints: /ten lines +\d+.*\n +judged offline +\d/ }],
  exports: [{ prints: /a bucket that answers 503: p99 of an answer at the endpoint/ }],
  http: [{ prints: /app, raw +\d{3},\d+ B/ }],
  ingest: [{ prints: /the server, all in all\n +memory at most, MB +\d/ }],
  'ingest-flood': [{ prints: /p99 flooded\/quiet/ }],
  lookups: [{ prints: /filter and count +without \d.* with lookup \d/ }],
  migrate: [{ prints: /"verifySeconds": \d/ }],
  'offline-evaluator': [{ prints: /200 items, 200 lines: \d+ ms of processor/ }],
  pipelines: [{ prints: /sample \{"rate":0\.5\} +[\d.]+ µs\/event/ }],
  queue: [{ prints: /file after draining: \d+ MB/ }],
  search: [
    {
      environment: { XPLAIN_EMBEDDED_STORE: 'duckdb' },
      prints: /bytes\/event[^]*key and value, last 100( +-?[\d.]+){8}\n$/,
    },
    {
      environment: { XPLAIN_EMBEDDED_STORE: 'clickhouse' },
      prints: /granules[^]*key and value, last 100( +-?[\d.]+){8}\n$/,
      skip: withoutClickhouse(),
    },
  ],
  services: [{ prints: /events\/s with KPIs +\d/ }],
  'status-outage': [{ prints: /page 200 in (\d+) of \1 looks/ }],
  store: [{ prints: /start with \d+ rows +\d+ ms/, skip: withoutClickhouse() }],
  templates: [{ prints: /mean +1\.000[^]*JSON objects( +\d+){3}\n$/ }],
};

const HERE = import.meta.dirname;
/** Loaded by Node before a program. */
const PRELOADED = ['watch-event-loop.ts'];
const RUN_MS_MAX = 5 * MINUTE_MS;
const RUNS_AT_ONCE = 3;

test('every program of this folder has a short run, and every command is one of them', async () => {
  const files = (await readdir(HERE)).filter((name) => !name.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((file) => readFile(join(HERE, file), 'utf8')));
  const isPart = (file: string): boolean => texts.some((text) => text.includes(`'./${file}'`));
  const programs = files.filter((file) => !isPart(file) && !PRELOADED.includes(file));

  assert.deepEqual(
    programs.map((file) => file.replace(/\.ts$/, '')).toSorted(),
    Object.keys(RUNS).toSorted(),
  );
  const { scripts } = JSON.parse(await readFile(join(HERE, '../../package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  for (const [name, command] of Object.entries(scripts)) {
    if (!name.startsWith('bench:')) continue;
    const program = /^node tools\/bootstrap\.mjs test\/load\/([\w-]+)\.ts$/.exec(command)?.[1];
    assert.ok(program !== undefined && program in RUNS, `${name}: ${command}`);
  }
});

void describe('a short run', { concurrency: RUNS_AT_ONCE }, () => {
  for (const [program, runs] of Object.entries(RUNS)) {
    for (const run of runs) {
      const engine = run.environment?.['XPLAIN_EMBEDDED_STORE'] ?? '';
      const name = [program, ...(run.words ?? []), engine].join(' ').trim();
      test(name, { skip: run.skip ?? false }, async (t) => {
        const more = program === 'templates' ? await samples(t) : {};
        const { code, printed, complained } = await runShort(program, run, more);

        assert.equal(code, 0, `${printed}\n${complained}`);
        assert.match(printed, run.prints);
      });
    }
  }
});

async function runShort(
  program: string,
  { words = [], environment = {} }: ShortRun,
  more: Readonly<Record<string, string>>,
): Promise<{ code: number | null; printed: string; complained: string }> {
  // A program with tests in it prints as it does for people.
  const { NODE_TEST_CONTEXT: _ours, ...inherited } = process.env;
  const child = spawn(process.execPath, [...SERVER_FLAGS, join(HERE, `${program}.ts`), ...words], {
    env: { ...inherited, ...environment, ...more, XPLAIN_BENCH_SHORT: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_MS_MAX,
  });
  let printed = '';
  let complained = '';
  child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (complained += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, printed, complained };
}

/** Rows with known events, which are not part of the project. */
async function samples(t: TestContext): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-samples-'));
  t.after(() => removeFolder(folder));
  const rows = Array.from({ length: 60 }, (_, i) => {
    const content = i % 2 === 0 ? `user ${i} signed in` : `disk /dev/sda${i} is full`;
    return { raw: `10:00:${i} INFO ${content}`, content, eventId: `E${i % 2}` };
  });
  await writeFile(join(folder, 'two.json'), JSON.stringify(rows));
  return { XPLAIN_LOG_SAMPLES: folder };
}
