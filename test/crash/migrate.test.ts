/** An installation moves to other engines, and whoever moves it dies on the way. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runCommand } from '../support/programs/run-command.ts';
import { killWhen, migrate } from '../support/programs/run-migrate.ts';
import { showInReport } from '../support/show-in-report.ts';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import { startNats } from '../support/programs/start-nats.ts';
import { startPostgres } from '../support/metadata/start-postgres.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import {
  ADMIN,
  assertKept,
  ENVIRONMENT,
  prepareSending,
  type Promises,
  sendSome,
  untilDrained,
} from './numbered-events.ts';

const DRAIN_MS_MAX = 60_000;
const USAGE = '/api/v1/organization/usage';
const ENGINE = { ...ENVIRONMENT, XPLAIN_EMBEDDED_STORE: 'duckdb' };

test('what one machine has accepted is there once on other engines, whatever was killed meanwhile', async (t) => {
  const [database, nats] = [await startPostgres(t), await startNats(t)];
  if (database === undefined || nats === undefined) return;
  const app = await startApp(t, ENGINE);
  const { ada, key } = await prepareSending(app.url);
  await putLookup(app.url, ada);
  const promises: Promises = { accepted: new Set(), answers: [] };
  await sendSome({ url: app.url, key }, promises, 300);
  const target = {
    ...ENGINE,
    XPLAIN_DATA: await newDataFolder(t),
    XPLAIN_DATABASE_URL: database.url,
    XPLAIN_NATS_URL: nats.url,
  };
  assert.deepEqual(
    stepsOfPage(),
    ['check', 'copy', 'copy', 'switch', 'verify'],
    'what is run below, the first two while the server takes events',
  );
  const sending = sendSome({ url: app.url, key }, promises, 600);
  await migrate('check', app.data, target);
  const ahead = await migrate('copy', app.data, target);
  await sending;
  assert.ok(ahead.rows > 0 && ahead.rows === ahead.copied?.copied, JSON.stringify(ahead));
  // What it had accepted and not stored yet waits in its queue.
  await app.stop('SIGKILL');

  await killWhen(target, ['copy', '--from', app.data], /rows are there/);
  await killWhen(target, ['switch', '--from', app.data], /copying queued events/);
  const { rows, pauseSeconds = 0 } = await migrate('switch', app.data, target);
  // The source keeps everything: going back is starting it.
  const compared = await migrate('verify', app.data, target);
  assert.equal(compared.rows, rows);
  const again = await runCommand(['migrate', 'check', '--from', app.data], target);
  assert.equal(again.code, 1);
  assert.match(again.complained, /already been migrated to the target/);

  const there = await startApp(t, target, target.XPLAIN_DATA);
  await untilDrained(there.url, DRAIN_MS_MAX);
  const count = await assertKept({ url: there.url, key }, promises);
  const visitor = await signIn(there.url, ADMIN);
  const { days } = await visitor.read<{ days: { events: number }[] }>(USAGE);
  const counted = days.reduce((sum, { events }) => sum + events, 0);
  assert.equal(counted, count, 'what waited counts towards the usage, as everything else, once');
  const table = await fetch(`${there.url}/api/v1/lookups/hosts/export`, {
    headers: visitor.headers,
  });
  assert.equal(await table.text(), LOOKUP);
  showInReport(t, `migrate: ${count} events, ${rows} rows, pauseSeconds ${pauseSeconds}`);
});

/** In the order in which the page tells operators to run them. */
function stepsOfPage(): string[] {
  const page = readFileSync(new URL('../../docs/operating/migrate.md', import.meta.url), 'utf8');
  const [several = ''] = page.split('## Change the embedded log store');
  return [...several.matchAll(/^xplain migrate (\w+) --from \S+$/gm)].map(([, step = '']) => step);
}

const LOOKUP = 'host,team\nweb-1,shop\n';

/** Bytes among the metadata. */
async function putLookup(url: string, { headers }: Visitor): Promise<void> {
  const answer = await fetch(`${url}/api/v1/lookups/hosts`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: LOOKUP,
  });
  assert.ok(answer.ok, await answer.text());
}
