/**
 * The platform with something in it: an organization of a shop as ./demo/bundle describes it, three hours of its logs
 * with an incident among them, more logs every second, and a status page. Everything stands under ./data/demo.
 *
 *   npm run demo
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPlatform } from '../src/compose/start-platform.ts';
import { StartError } from '../src/base/errors.ts';
import { currentPlace, loadConfig } from '../src/config/index.ts';
import type { ProbeKeys } from '../cli/probe/set-up-probe.ts';
import type { Probe } from '../src/compose/start-probe.ts';
import { ARCHIVE_FOLDER } from './demo/bundle.ts';
import { seed, seedRest } from './demo/seed.ts';
import { sendHistory } from './demo/send-history.ts';
import { demoProbeKeys, demoStatusAddress, startDemoProbe } from './demo/status-probe.ts';

interface State {
  readonly startedAt: number;
  readonly key: string;
  /** What the status probe looks with; missing in a folder of an earlier release. */
  readonly probe?: ProbeKeys;
  /** Made once their history was there. */
  readonly hasServices?: true;
  readonly hasExports?: true;
  /** Everything before this moment has been sent. */
  readonly sentUntil: number;
}

const HISTORY_MS = 3 * 60 * 60_000;
const SECOND = 1_000;

const { XPLAIN_HOST: host = '127.0.0.1' } = process.env;
const account = {
  email: process.env['XPLAIN_ADMIN_EMAIL'] ?? 'demo@example.com',
  password: process.env['XPLAIN_ADMIN_PASSWORD'] ?? 'Show-me-the-logs-42',
};
if (!/^(127\.|localhost$|::1$)/.test(host) && !process.env['XPLAIN_ADMIN_PASSWORD']) {
  process.stderr.write(
    'xplain: others can reach this address, so choose the password of the demo account yourself: XPLAIN_ADMIN_PASSWORD.\n',
  );
  process.exit(1);
}

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort());
}
const status = await demoStatusAddress(host, process.env['XPLAIN_PROBE_PORT']);
const { XPLAIN_DATA: data = './data/demo' } = process.env;
const config = loadConfig(
  {
    XPLAIN_DATA: data,
    XPLAIN_EXPORT_FOLDERS: `${ARCHIVE_FOLDER}=${join(data, ARCHIVE_FOLDER)}`,
    XPLAIN_LOG_LEVEL: 'warn',
    // The demo signs itself in from the address that its visitor has.
    XPLAIN_RATE_AUTH: '60',
    XPLAIN_RATE_INGEST: '0',
    XPLAIN_RATE_SEARCH: '0',
    XPLAIN_STATUS_URL: status.url,
    ...process.env,
    XPLAIN_ADMIN_EMAIL: account.email,
    XPLAIN_ADMIN_PASSWORD: account.password,
  },
  currentPlace(),
);
const platform = await startPlatform(config);
const url = platform.publicUrl;
let state = await openState(join(config.data, 'demo.json'));
const probe = await openStatus();
await keepSending();
await probe?.[Symbol.asyncDispose]();
await platform[Symbol.asyncDispose]();
process.exit();

async function openState(file: string): Promise<State & { readonly file: string }> {
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as State;
    return { ...kept, file };
  }
  say('filling the demo organization with three hours of logs …');
  const startedAt = Date.now();
  const { key } = await seed(url, account);
  return { startedAt, key, sentUntil: startedAt - HISTORY_MS, file };
}

/** A demo without its status page is still a demo. */
async function openStatus(): Promise<Probe | undefined> {
  const keys = state.probe ?? (await demoProbeKeys(url, account));
  state = { ...state, probe: keys };
  const { port, url: statusUrl } = status;
  try {
    return await startDemoProbe({ url, data: config.data, host, port, statusUrl, keys });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    say(`there is no status page: ${error.message} XPLAIN_PROBE_PORT chooses another port.`);
    return undefined;
  }
}

async function keepSending(): Promise<void> {
  for (let isFirst = true; !stop.signal.aborted; isFirst = false) {
    const now = Math.floor(Date.now() / SECOND) * SECOND;
    const from = Math.max(state.sentUntil, now - HISTORY_MS);
    await sendHistory({ url, key: state.key, startedAt: state.startedAt }, from, now);
    if (state.hasServices !== true || state.hasExports !== true) await openRest();
    const has = { hasServices: true, hasExports: true } as const;
    const { file, ...kept } = { ...state, ...has, sentUntil: now };
    state = { ...kept, file };
    writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
    if (isFirst) announce();
    await sleep(SECOND, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

async function openRest(): Promise<void> {
  const [folder] = Object.entries(config.exportFolders);
  if (folder !== undefined) mkdirSync(folder[1], { recursive: true });
  await seedRest(url, account, folder?.[0]);
}

function announce(): void {
  const search = new URLSearchParams({
    q: 'index=web path=/checkout | timechart span=1m count by status',
    from: '-60m',
    to: 'now',
  });
  say(`the demo is ready at ${url}`);
  say(`sign in with ${account.email} and ${account.password}`);
  if (probe !== undefined) say(`the status page is at ${probe.url} (its history is demo data)`);
  say(`then look at the incident: ${url}/search?${search.toString()}`);
}

function say(message: string): void {
  process.stderr.write(`xplain: ${message}\n`);
}
