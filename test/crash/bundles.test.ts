/** A server that is killed while it applies a bundle has applied all of it, or nothing. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BundlePlan } from '../../src/contract/bundles.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from '../journeys/a-log-line.suite.ts';
import { A_BUNDLE, SECRETS } from '../support/example-bundle.ts';
import { startPostgres } from '../support/metadata/start-postgres.ts';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { showInReport } from '../support/show-in-report.ts';

/** XPLAIN_TEST_CRASH_ROUNDS asks for more. */
const ROUNDS = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 8);
const EMPTY = { xplain: 1, bundle: 'shop' };
// Enough of them that there is time to be killed in between.
const searches = Array.from({ length: 100 }, (_, i) => [`s${i}`, { query: `n=${i}` }] as const);
const WHOLE = {
  ...A_BUNDLE,
  savedSearches: { ...A_BUNDLE.savedSearches, ...Object.fromEntries(searches) },
};

test('a server killed while it applies leaves all of a bundle or nothing', (t) =>
  killWhileApplying(t, ADMIN_ENVIRONMENT));

test('the same with the metadata in PostgreSQL', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  const secret = 'a secret of the crash tests, long enough';
  const place = { XPLAIN_DATABASE_URL: database.url, XPLAIN_SECRET: secret };
  await killWhileApplying(t, { ...ADMIN_ENVIRONMENT, ...place });
});

async function killWhileApplying(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const data = await newDataFolder(t);
  const key = await firstKey(t, environment, data);
  const open = async () => {
    const app = await startApp(t, environment, data);
    const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(app.url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      assert.equal(answer.status, 200, text);
      return (JSON.parse(text) as { data: T }).data;
    };
    const pull = async () => {
      const path = '/api/v1/config?bundle=shop&all=true';
      const { bundle } = await ask<{ bundle: { silences?: object } }>('GET', path);
      // They say when they were made.
      const { silences = {}, ...rest } = bundle;
      return JSON.stringify([rest, Object.keys(silences)]);
    };
    const apply = async (bundle: object) => {
      const secrets = SECRETS;
      const planned = { bundle, secrets };
      const { hash } = await ask<BundlePlan>('POST', '/api/v1/config/plan', planned);
      const body = { ...planned, hash, allowDeletes: 2_000, allowDelete: ['web', 'app'] };
      return () => ask<BundlePlan>('POST', '/api/v1/config/apply', body);
    };
    return { app, pull, apply };
  };

  let server = await open();
  const nothing = await server.pull();
  const first = await server.apply(WHOLE);
  const startedAt = performance.now();
  await first();
  const longest = performance.now() - startedAt;
  const all = await server.pull();
  await (
    await server.apply(EMPTY)
  )();
  assert.equal(await server.pull(), nothing);

  let state = nothing;
  const counts = { applied: 0, undone: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const wanted = state === nothing ? WHOLE : EMPTY;
    const run = await server.apply(wanted);
    const applying = run().catch(() => undefined);
    // At another moment each time, from the first to some after the last.
    await sleep((longest * 1.2 * round) / ROUNDS);
    await server.app.stop('SIGKILL');
    await applying;
    server = await open();
    const now = await server.pull();
    assert.ok(now === all || now === nothing, `round ${round}: a part of it is left: ${now}`);
    counts[now === state ? 'undone' : 'applied'] += 1;
    state = now;
  }
  // What is left is in order: the next one goes through.
  await (
    await server.apply(state === nothing ? WHOLE : EMPTY)
  )();
  assert.equal(await server.pull(), state === nothing ? all : nothing);
  showInReport(
    t,
    `kills while a bundle is applied: ${ROUNDS}, of which ${counts.applied} after it was whole`,
  );
}

async function firstKey(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
  data: string,
): Promise<string> {
  const app = await startApp(t, environment, data);
  const ada = await signIn(app.url, ADMIN);
  const facts = { name: 'bundles', scope: 'full-access' };
  const { value } = await ada.create<{ value: string }>('/api/v1/api-keys', facts);
  await app.stop();
  return value;
}
