/** The status page on a fake clock, with a real file behind it and no platform. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import { openMemoryCounters } from '../../../src/engines/counters/memory/open-memory-counters.ts';
import type { History, MinuteRow } from '../../../src/engines/history/history.ts';
import { openSqliteHistory } from '../../../src/engines/history/sqlite/open-sqlite-history.ts';
import { openOutbound } from '../../../src/engines/outbound/open-outbound.ts';
import { openOutbox } from '../../../src/engines/mail/outbox/open-outbox.ts';
import {
  type ProbeTime,
  startStatus,
  type StatusEngines,
  type StatusSettings,
} from '../../../src/features/status/start-status.ts';
import { MINUTE_MS } from '../../../src/spec/units.ts';
import { LIMITS } from '../limits.ts';
import { removeFolder } from '../remove-folder.ts';

export const ADMIN_TOKEN = 'a-token-of-the-operator';

export interface StatusUnderTest {
  readonly url: string;
  readonly history: History;
  readonly clock: FakeProbeTime;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, form: Record<string, string>): Promise<Response>;
  tell(path: string, body: unknown, token?: string): Promise<Response>;
  mails(): readonly Mail[];
  stop(): Promise<void>;
}

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly leaveUrl?: string;
}

export interface FakeProbeTime extends ProbeTime {
  /** Moves the clock and wakes whoever waited for it. */
  advance(ms: number): void;
}

/** Waits of a second and more end when the clock is moved; shorter ones are real. */
export function fakeProbeTime(start = Date.UTC(2026, 10, 16, 9, 30)): FakeProbeTime {
  let now = start;
  const waiting = new Set<{ readonly until: number; wake(): void }>();
  return {
    now: () => now,
    monotonic: () => performance.now(),
    advance: (ms) => {
      now += ms;
      for (const each of waiting) if (each.until <= now) each.wake();
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const each = { until: now + ms, wake };
        const timer = ms < 1_000 ? setTimeout(wake, ms) : undefined;
        waiting.add(each);
        signal.addEventListener('abort', cut, { once: true });
        if (signal.aborted) cut();
        function end(): void {
          clearTimeout(timer);
          waiting.delete(each);
          signal.removeEventListener('abort', cut);
        }
        function wake(): void {
          end();
          resolve();
        }
        function cut(): void {
          end();
          reject(new Error('stopped'));
        }
      }),
  };
}

export interface StatusOptions {
  readonly settings?: Partial<StatusSettings>;
  readonly clock?: FakeProbeTime;
  readonly folder?: string;
  readonly publish?: StatusEngines['publish'];
  /** Done with the file before the page opens. */
  readonly prepare?: (history: History, now: number) => void;
  /** Stands between the page and the file. */
  readonly wrap?: (history: History) => History;
}

const NOWHERE = 'http://127.0.0.1:1';

export async function startStatusPage(
  t: TestContext,
  options: StatusOptions = {},
): Promise<StatusUnderTest> {
  const clock = options.clock ?? fakeProbeTime();
  const folder = options.folder ?? newFolder(t);
  const history = openSqliteHistory(join(folder, 'history.sqlite'));
  options.prepare?.(history, clock.now());
  const outbox = join(folder, 'outbox');
  const limits = LIMITS.counters;
  const engines = {
    history: options.wrap?.(history) ?? history,
    counters: openMemoryCounters({ clock, limits }),
    carrier: await openOutbox({ log: silentLog }, outbox, 'status@example.com'),
    publish: options.publish,
    outbound: openOutbound({ networks: [], hosts: ['127.0.0.1'] }),
    log: silentLog,
  };
  const running = await startStatus(engines, { ...SETTINGS, ...options.settings }, clock);
  let isOpen = true;
  const stop = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await running[Symbol.asyncDispose]();
    history[Symbol.dispose]();
  };
  t.after(stop);
  const { url } = running;
  return {
    url,
    history,
    clock,
    get: (path, headers = {}) => fetch(url + path, { headers, redirect: 'manual' }),
    post: (path, form) => fetch(url + path, { method: 'POST', body: new URLSearchParams(form) }),
    tell: (path, body, token = ADMIN_TOKEN) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    mails: () =>
      readdirSync(outbox)
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')) as Mail),
    stop,
  };
}

const SETTINGS: StatusSettings = {
  target: {
    url: NOWHERE,
    ingestKey: 'ingest',
    readKey: 'read',
    token: 'token',
    alertRule: undefined,
    controls: [],
  },
  placeName: 'Frankfurt',
  host: '127.0.0.1',
  port: 0,
  publicUrl: undefined,
  peers: [],
  adminToken: ADMIN_TOKEN,
  trustedProxies: [],
  ratePerMinute: 0,
};

export function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-status-'));
  t.after(() => removeFolder(folder));
  return folder;
}

/** Thirty days and more of minutes, each as `results` says; undefined leaves a gap. */
export function fillHistory(
  history: History,
  now: number,
  results: (minute: number) => string | undefined,
): void {
  const last = Math.floor(now / MINUTE_MS) - 1;
  const rows: MinuteRow[] = [];
  for (let minute = last - 44_000; minute <= last; minute += 1) {
    const letters = results(minute);
    if (letters === undefined) continue;
    const latencies = { httpMs: 400, otlpMs: 420, searchMs: 60, serverMs: 25 };
    rows.push({ minute, results: letters, reasons: ',,,,,,,', ...latencies });
  }
  history.addMinutes('own', rows);
}
