/** Evaluation in the whole program: what it leaves behind, and what two nodes spend of one bundle. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import { type ModelServer, startModelServer } from '../support/evaluation/start-model-server.ts';
import { startPostgres } from '../support/metadata/start-postgres.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';

const ADMIN = { email: 'ada@example.com', password: 'Correct-Horse-42-Battery' };
const ENVIRONMENT = {
  XPLAIN_ADMIN_EMAIL: ADMIN.email,
  XPLAIN_ADMIN_PASSWORD: ADMIN.password,
  XPLAIN_RATE_EVALUATION: '0',
  XPLAIN_RATE_AUTH: '0',
  XPLAIN_RATE_SEARCH: '0',
};

async function newToken(visitor: Visitor): Promise<string> {
  const draft = { name: 'test', scopes: ['evaluations:run', 'search:read'] };
  return (await visitor.create<{ value: string }>('/api/v1/access-tokens', draft)).value;
}

async function evaluate(url: string, token: string, body: unknown) {
  const answer = await fetch(`${url}/api/v1/evaluations/run-adhoc`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) as Record<string, unknown> };
}

function notFound(items: number): object {
  const rest = { evidence: [], explanation: 'Nothing.', status: 'not_found', confidence: 1 };
  const findings = Array.from({ length: items }, (_, i) => ({
    item: i + 1,
    ...rest,
    entity: null,
  }));
  return { findings, summary: null };
}

const CANARY = 'Quetzalcoatl7Kx9';

/** Requests that end in every way there is. Each has the canary in rows, criteria and items. */
async function leaveNothingOut(url: string, token: string, server: ModelServer | undefined) {
  const rows = [`INFO job ${CANARY} done`, { message: `ERROR ${CANARY} failed`, who: CANARY }];
  const expectedItems = [{ id: `id-${CANARY}`, description: `Job ${CANARY} is done` }];
  const body = { rows, criteria: `Judge ${CANARY}`, expectedItems };
  const large = Array.from(
    { length: 5_000 },
    (_, i) => `${CANARY} row ${i} of ${'many '.repeat(10)}`,
  );
  const statuses: number[] = [];
  const send = async (each: unknown): Promise<void> =>
    void statuses.push((await evaluate(url, token, each)).status);

  server?.play({ say: notFound(1) });
  await send(body);
  await send({ ...body, rows: large });
  await send({ ...body, preview: true });
  await send({ ...body, [CANARY]: 1 });
  await send({ ...body, rows: [CANARY, null] });
  await send(`{"rows":["${CANARY}"], ${CANARY}`);
  await send({ source: { query: `${CANARY} | nonsense` }, criteria: CANARY });
  if (server === undefined) return statuses;
  server.play({ say: `no, ${CANARY}` });
  await send(body);
  server.play({ status: 400, body: `{"message":"${CANARY}"}` });
  await send(body);
  server.play({ drop: true });
  await send(body);
  return statuses;
}

for (const provider of ['offline', 'a model'] as const) {
  test(`nothing of rows, criteria and items is left behind, with ${provider}`, async (t) => {
    const server = provider === 'offline' ? undefined : await startModelServer(t);
    const app = await startApp(t, {
      ...ENVIRONMENT,
      ...server?.environment,
      // Nothing is logged below it.
      XPLAIN_LOG_LEVEL: 'debug',
    });
    const visitor = await signIn(app.url, ADMIN);
    const token = await newToken(visitor);

    const statuses = await leaveNothingOut(app.url, token, server);

    const expected = [200, 200, 200, 400, 400, 400, 400];
    assert.deepEqual(statuses, server === undefined ? expected : [...expected, 502, 503, 503]);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    assert.match(metrics, /xplain_evaluations_total\{outcome="answered"/);
    const entries = await auditEntries(
      visitor,
      statuses.filter((status) => status !== 400).length - 1,
    );
    assert.ok(!JSON.stringify(entries).includes(CANARY));
    assert.equal(await app.stop(), 0);
    assert.ok(!metrics.includes(CANARY));
    assert.ok(app.output().includes('platform started'));
    assert.ok(!app.output().includes(CANARY), 'in the log');
    assert.deepEqual(await filesWith(app.data, CANARY), []);
    // What is kept is found this way.
    assert.notDeepEqual(await filesWith(app.data, ADMIN.email), []);
  });
}

/** The entries of the runs, once all of them have reached the index. */
async function auditEntries(visitor: Visitor, count: number): Promise<unknown[]> {
  for (let i = 0; i < 200; i += 1) {
    const query = encodeURIComponent('index=_audit action=evaluation.run');
    const { rows } = await visitor.read<{ rows: unknown[] }>(`/api/v1/search?query=${query}`);
    if (rows.length >= count) return rows;
    await sleep(250);
  }
  throw new Error('the audit entries never came');
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  assert.ok(files.length > 5);
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
      return bytes.includes(text) ? [name] : [];
    }),
  );
  return found.flat();
}

test('two nodes spend not one micro-credit too much of one bundle', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  const server = await startModelServer(t);
  const [one, other] = await startTwoNodes(t, database.url, server);
  const visitor = await signIn(one, ADMIN);
  const token = await newToken(visitor);
  // A quarter of a credit each, of a bundle of ten.
  server.play({ say: notFound(1), usage: { in: 500, out: 400 } });
  const body = { rows: ['INFO job 7 done'], criteria: 'Job 7 is done' };

  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) => evaluate(i % 2 === 0 ? one : other, token, body)),
  );

  const served = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ body: { code } }) => code === 'AI_CREDITS_EXHAUSTED').length;
  assert.equal(served + refused, 300, answers.find(({ status }) => status >= 500)?.text);
  assert.ok(served >= 20, `${served} served`);
  const { credits } = await visitor.read<{
    credits: { used: number; held: number; limit: number };
  }>('/api/v1/organization/usage');
  assert.deepEqual(credits.limit, 10);
  assert.deepEqual([credits.used, credits.held], [served * 0.25, 0]);
  assert.ok(credits.used <= credits.limit);
});

async function startTwoNodes(
  t: TestContext,
  databaseUrl: string,
  server: ModelServer,
): Promise<[string, string]> {
  const common = {
    ...ENVIRONMENT,
    ...server.environment,
    XPLAIN_DATABASE_URL: databaseUrl,
    XPLAIN_PLANS: '{"enterprise":{"monthlyCredits":10}}',
    XPLAIN_SECRET: 'a secret that both nodes share, of some length',
  };
  const first = await startApp(t, { ...common, XPLAIN_NODE_ID: 'one' }, await newDataFolder(t));
  const second = await startApp(t, { ...common, XPLAIN_NODE_ID: 'two' }, await newDataFolder(t));
  return [first.url, second.url];
}
