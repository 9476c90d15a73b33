/**
 * How fast the status page tells the truth, on real clocks: the platform is killed, and comes back. Takes about a
 * quarter of an hour, most of it waiting.
 *
 *   node test/load/status-outage.ts
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '../../src/spec/limits.ts';
import { MINUTE_MS } from '../../src/spec/units.ts';
import { buildWeb } from '../../tools/build-web.ts';
import { findFreePort } from '../support/programs/find-free-port.ts';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from '../journeys/a-log-line.suite.ts';
import { isShort } from './bench-size.ts';

const PROBE = fileURLToPath(new URL('../../src/probe.ts', import.meta.url));
const LOOK_MS = 1_000;
const WAIT_MS_MAX = 12 * MINUTE_MS;
const CORE = ['api', 'ingest-http', 'ingest-otlp', 'search'];

interface Told {
  readonly components: readonly { readonly id: string; readonly state: string }[];
}

test('a platform that is killed, on real minutes', { timeout: 3 * WAIT_MS_MAX }, async (t) => {
  assert.equal(await buildWeb(), undefined);
  const data = await newDataFolder(t);
  const environment = { ...ADMIN_ENVIRONMENT, XPLAIN_PORT: String(await findFreePort()) };
  const app = await startApp(t, environment, data);
  const ada = await signIn(app.url, ADMIN);
  const make = async (path: string, body: object): Promise<string> =>
    (await ada.create<{ value: string }>(`/api/v1/${path}`, body)).value;
  const port = await findFreePort();
  const page = `http://127.0.0.1:${port}`;
  startProbe(data, port, {
    XPLAIN_PROBE_TARGET: app.url,
    XPLAIN_PROBE_INGEST_KEY: await make('api-keys', { name: 'in', scope: 'ingest-only' }),
    XPLAIN_PROBE_READ_KEY: await make('api-keys', { name: 'out', scope: 'read-only' }),
    XPLAIN_PROBE_TOKEN: await make('access-tokens', { name: 'e', scopes: ['evaluations:run'] }),
  });
  const looks = { asked: 0, good: 0 };

  const look = async (): Promise<Told> => {
    looks.asked += 1;
    const [html, json] = await Promise.all([fetch(`${page}/`), fetch(`${page}/status.json`)]);
    assert.deepEqual([html.status, json.status], [200, 200], 'the page stays');
    assert.match(await html.text(), /<title>Xplain status/);
    looks.good += 1;
    return (await json.json()) as Told;
  };
  const minutesUntil = async (state: string): Promise<number> => {
    const startedAt = performance.now();
    for (;;) {
      const reported = await look();
      const ms = performance.now() - startedAt;
      if (reported.components.every(({ id, state: now }) => !CORE.includes(id) || now === state)) {
        return ms / MINUTE_MS;
      }
      assert.ok(ms < WAIT_MS_MAX, `not ${state}: ${JSON.stringify(reported.components)}`);
      await sleep(LOOK_MS);
    }
  };
  await untilThere(page);
  const first = await minutesUntil('operational');

  const shown = (minutes: number): string => minutes.toFixed(2);
  await app.stop('SIGKILL');
  if (isShort) {
    // Minutes of probes cannot be shortened: the page without its platform has to do.
    await look();
    process.stdout.write(
      `first operational ${shown(first)} min; page 200 in ${looks.good} of ${looks.asked} looks\n`,
    );
    return;
  }
  const out = await minutesUntil('outage');
  await startApp(t, environment, data);
  const back = await minutesUntil('operational');

  process.stdout.write(
    `first operational ${shown(first)} min; outage told after ${shown(out)} min (bar 3); ` +
      `operational again after ${shown(back)} min (${LIMITS.status.recoveryMinutes} good minutes); ` +
      `page 200 in ${looks.good} of ${looks.asked} looks\n`,
  );
  assert.ok(out <= 3);
  assert.ok(back >= LIMITS.status.recoveryMinutes - 1);
});

/** Ends with the tests. */
function startProbe(cwd: string, port: number, keys: Readonly<Record<string, string>>): void {
  const probe = spawn(process.execPath, [PROBE], {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      ...keys,
      XPLAIN_PROBE_PORT: String(port),
      XPLAIN_RATE_PUBLIC: '0',
      XPLAIN_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  after(async () => {
    if (probe.exitCode === null) {
      probe.kill();
      await once(probe, 'exit');
    }
  });
}

async function untilThere(page: string): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const isThere = await fetch(`${page}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await sleep(LOOK_MS);
  }
}
