/** Who may run, what it costs, what is written down, and what happens when the caller goes away. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../http/listen.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { RATES } from '../../spec/rates.ts';
import { createApiKey } from '../../../test/support/guard/credentials.ts';
import { onBothStores } from '../../../test/support/open-access.ts';
import {
  openServedModel,
  resultOf,
  RUN_ADHOC,
  startEvaluation,
} from '../../../test/support/evaluation/start-evaluation.ts';
import {
  startModelServer,
  type ModelServer,
} from '../../../test/support/evaluation/start-model-server.ts';

const ROWS = ['INFO order 4711 authorized', 'ERROR order 4711 capture failed code=51'];
const BODY = { rows: ROWS, criteria: 'The capture of order 4711 succeeded' };
const NOT_FOUND = {
  findings: [
    { item: 1, evidence: [], explanation: 'x', status: 'not_found', confidence: 1, entity: null },
  ],
  summary: null,
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('without a provider the offline evaluator answers, and every response says so', async (t) => {
  const { run } = await startEvaluation(t, { offlineRegion: 'AT' });

  const result = resultOf(await run(BODY));
  const again = resultOf(await run(BODY));

  const { provider, region, model, verdict } = result;
  assert.deepEqual(
    { provider, region, model },
    { provider: 'offline', region: 'AT', model: 'offline-lexical-1' },
  );
  assert.deepEqual([verdict[0]?.id, verdict[0]?.status], ['criteria', 'failed']);
  assert.match(verdict[0]?.explanation ?? '', /\(row 2\)$/);
  assert.deepEqual(again, result);
});

test('the offline evaluator costs nothing, whatever model was chosen, and needs no credits', async (t) => {
  const { run, credits } = await startEvaluation(t, { monthlyCredits: 0 });

  const cheap = resultOf(await run(BODY));
  const dear = resultOf(await run({ ...BODY, model: 'vendor-opus-4-7' }));

  assert.deepEqual([cheap.creditsSpent, dear.creditsSpent], [0, 0]);
  assert.ok(cheap.usage.tokensIn > 0);
  const { used, held, runs } = await credits();
  assert.deepEqual({ used, held, runs }, { used: 0, held: 0, runs: 2 });
});

test('a run costs what the table of prices says of its model', async (t) => {
  const server = await startModelServer(t);
  const { run, credits } = await startEvaluation(t, { model: await openServedModel(t, server) });
  server.play({ say: NOT_FOUND, usage: { in: 1_000, out: 200 } });

  const cheap = resultOf(await run(BODY));
  const dear = resultOf(await run({ ...BODY, model: 'vendor-opus-4-7' }));

  const micro = 1_000 * 100 + 200 * 500;
  // A credit is a hundredth of a currency unit of model cost.
  assert.equal(LIMITS.evaluation.creditCostUnits, 0.01);
  assert.equal(cheap.creditsSpent, micro / 1_000_000);
  assert.equal(dear.creditsSpent, (micro * 15) / 1_000_000);
  assert.equal((await credits()).used, (micro * 16) / 1_000_000);
});

test('credits that were used show in the usage of the organization', async (t) => {
  const server = await startModelServer(t);
  const { call, run, owner } = await startEvaluation(t, {
    model: await openServedModel(t, server),
  });
  server.play({ say: NOT_FOUND, usage: { in: 10, out: 2 } });
  const { creditsSpent } = resultOf(await run(BODY));

  const { body } = await call('GET /api/v1/organization/usage', { as: owner, headers: {} });

  const { credits } = body.data as { credits: { used: number; runs: number; limit: number } };
  assert.deepEqual([credits.used, credits.runs], [creditsSpent, 1]);
});

test('every run leaves an entry without a word of it, failed ones too', async (t) => {
  const server = await startModelServer(t);
  const { run, access, organization, owner } = await startEvaluation(t, {
    model: await openServedModel(t, server),
  });
  server.play({ say: NOT_FOUND, usage: { in: 10, out: 2 } });
  const { verdict } = resultOf(await run(BODY));
  server.play({ say: 'no' });
  await run(BODY);

  const entries = (await access.auditOf(organization)).filter(
    ({ action }) => action === 'evaluation.run',
  );

  const [good, bad] = entries.map(({ details }) => JSON.parse(details) as Record<string, unknown>);
  assert.equal(entries[0]?.actor, owner.email);
  assert.match(entries[0]?.resource ?? '', /^evl_/);
  assert.deepEqual(good, {
    outcome: 'answered',
    model: 'vendor-haiku-4-5',
    requestedModel: 'haiku-4-5',
    provider: 'openai-compatible',
    region: 'DE',
    credits: 0.002,
    tokensIn: 10,
    tokensOut: 2,
    rows: 2,
    rowsSha256: sha256(JSON.stringify(ROWS)),
    criteriaSha256: sha256(BODY.criteria),
    verdictSha256: sha256(JSON.stringify(verdict)),
  });
  assert.deepEqual(
    [bad?.['outcome'], bad?.['credits'], bad?.['verdictSha256']],
    ['EVALUATION_SCHEMA_ERROR', 0, undefined],
  );
});

test('only access tokens with the scope may run, and only of members who may write', async (t) => {
  const { access, organization, owner, call, newToken } = await startEvaluation(t);
  const { value: key } = await createApiKey(access.needs, owner.actor, {
    name: 'k',
    scope: 'full-access',
  });
  const viewer = await access.join(organization, 'viewer');
  const codeOf = async (as?: string) => {
    const { status, body } = await call(RUN_ADHOC, {
      ...(as === undefined ? {} : { as }),
      body: BODY,
    });
    return [status, body.code];
  };

  assert.deepEqual(await codeOf(), [401, 'UNAUTHORIZED']);
  assert.deepEqual(await codeOf(key), [401, 'UNAUTHORIZED']);
  assert.deepEqual(await codeOf('xpat_unknown'), [401, 'INVALID_PAT']);
  assert.deepEqual(await codeOf(await newToken(owner, ['search:read'])), [
    403,
    'INSUFFICIENT_SCOPE',
  ]);
  assert.equal((await codeOf(await newToken(viewer, ['evaluations:run'])))[0], 200);
  assert.equal((await codeOf(await newToken(owner, ['evaluations:run'])))[0], 200);
});

test('ten requests a minute for each person, whatever token they use, previews included', async (t) => {
  const { access, organization, call, token, owner, newToken } = await startEvaluation(t, {
    rate: RATES.evaluation.perMinute,
  });
  const second = await newToken(owner, ['evaluations:run']);
  const colleague = await access.join(organization, 'member');
  const other = await newToken(colleague, ['evaluations:run']);
  const elsewhere = await access.newOrganization();
  const same = await access.join(elsewhere.id, 'member', owner);
  const there = await newToken(same, ['evaluations:run']);
  const ask = (as: string) => call(RUN_ADHOC, { as, body: { rows: ROWS, preview: true } });

  for (let i = 0; i < RATES.evaluation.perMinute; i += 1) {
    assert.equal((await ask(i % 2 === 0 ? token : second)).status, 200);
  }
  const refused = await ask(second);

  assert.deepEqual([refused.status, refused.body.code], [429, 'RATE_LIMITED']);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal(Number(refused.headers['x-ratelimit-remaining']), 0);
  assert.equal((await ask(other)).status, 200);
  assert.equal((await ask(there)).status, 200, 'the same person in another organization');
});

test('a run that cannot be paid to its end asks nothing and holds nothing', async (t) => {
  const server = await startModelServer(t);
  const model = await openServedModel(t, server);
  const { itemsMax } = LIMITS.evaluation;
  const items = Array.from({ length: itemsMax }, (_, i) => ({ id: `i${i}`, description: 'd' }));
  const { run, credits } = await startEvaluation(t, {
    model,
    // For the first half of the items, and not for the second.
    monthlyCredits: 12,
    limits: { creditWaitMsMax: 0 },
  });
  server.play({ say: NOT_FOUND });

  const { status, body } = await run({ ...BODY, expectedItems: items });

  assert.deepEqual([status, body.code], [429, 'AI_CREDITS_EXHAUSTED']);
  const { used, held } = await credits();
  assert.deepEqual([used, held, server.seen.length], [0, 0, 0]);
});

test('runs that a model answered in vain lead to a pause of the organization', async (t) => {
  const server = await startModelServer(t);
  const model = await openServedModel(t, server);
  const { failedRunsMax, failedRunsMs } = LIMITS.evaluation;
  const { run, access, call, owner } = await startEvaluation(t, { model });
  server.play({ say: 'no' });

  for (let i = 0; i < failedRunsMax; i += 1) assert.equal((await run(BODY)).status, 502);
  const asked = server.seen.length;
  const paused = await run(BODY);
  const preview = await run({ ...BODY, preview: true });
  access.clock.advance(failedRunsMs);
  const after = await run(BODY);

  assert.deepEqual([paused.status, paused.body.code], [429, 'RATE_LIMITED']);
  assert.equal(Number(paused.headers['retry-after']), failedRunsMs / 1_000);
  assert.equal(preview.status, 200);
  assert.equal(after.status, 502);
  assert.equal(server.seen.length, asked + 2, 'nothing was asked during the pause');
  assert.equal((await call('GET /api/v1/organization', { as: owner })).status, 200);
});

test('a provider that gives no answer leads to no pause', async (t) => {
  const server = await startModelServer(t);
  const model = await openServedModel(t, server);
  const { run } = await startEvaluation(t, { model });
  server.play({ status: 400 });

  for (let i = 0; i <= LIMITS.evaluation.failedRunsMax; i += 1) {
    assert.equal((await run(BODY)).status, 503);
  }
});

test('an empty bundle is told with what is left, what there is and when it resets', async (t) => {
  const { run, access, organization } = await startEvaluation(t, {
    monthlyCredits: 0,
    model: await openServedModel(t, await startModelServer(t)),
  });

  const { status, body, headers } = await run(BODY);

  assert.equal(status, 429);
  assert.deepEqual(Object.keys(body).toSorted(), [
    'code',
    'error',
    'limit',
    'remaining',
    'resetsAt',
  ]);
  assert.deepEqual(
    [body.code, body['remaining'], body['limit'], body['resetsAt']],
    ['AI_CREDITS_EXHAUSTED', 0, 0, '2026-02-01T00:00:00.000Z'],
  );
  assert.equal(Number(headers['retry-after']), (Date.UTC(2026, 1, 1) - access.clock.now()) / 1_000);
  assert.ok(
    !(await access.auditOf(organization)).some(({ action }) => action === 'evaluation.run'),
  );
});

onBothStores(
  '300 runs at once on a small bundle spend not one micro-credit too much',
  async (t, access) => {
    const server = await startModelServer(t);
    const monthlyCredits = 10;
    const { run, credits } = await startEvaluation(t, {
      access,
      monthlyCredits,
      model: await openServedModel(t, server),
    });
    // A quarter of a credit each.
    server.play({ say: NOT_FOUND, usage: { in: 500, out: 400 } });

    const answers = await Promise.all(Array.from({ length: 300 }, () => run(BODY)));

    const served = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ body }) => body.code === 'AI_CREDITS_EXHAUSTED');
    assert.equal(
      served.length + refused.length,
      300,
      JSON.stringify(answers.find(({ status }) => ![200, 429].includes(status))?.body),
    );
    assert.ok(served.length >= 20, `${served.length} served`);
    const { used, held } = await credits();
    assert.deepEqual([used, held], [served.length * 0.25, 0]);
    assert.ok(used <= monthlyCredits);
    for (const { body } of refused) {
      assert.equal(body['limit'], monthlyCredits);
      assert.ok(Number(body['remaining']) < monthlyCredits);
      assert.equal(body['resetsAt'], '2026-02-01T00:00:00.000Z');
    }
  },
);

test('credits that suffice for no second question leave the first answer refused', async (t) => {
  const server = await startModelServer(t);
  const model = await openServedModel(t, server);
  const probe = await startEvaluation(t, { model });
  server.play({ silent: true });
  const { held } = await whileAsked(server, probe);
  const poor = await startEvaluation(t, {
    model,
    monthlyCredits: held * 1.5,
    limits: { creditWaitMsMax: 0 },
  });
  server.play({ say: 'no' });

  const { status } = await poor.run(BODY);

  assert.equal(status, 502);
  assert.equal((await poor.credits()).used, 0);
});

/** What is held while a question waits for its answer, which nobody waits for. */
async function whileAsked(
  server: ModelServer,
  { app, token, credits }: Awaited<ReturnType<typeof startEvaluation>>,
): Promise<{ held: number; used: () => Promise<number> }> {
  const port = await listen(app, { host: '127.0.0.1', port: 0 });
  const asked = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: RUN_ADHOC.slice(5),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  asked.on('error', () => {});
  asked.end(JSON.stringify(BODY));
  const before = server.seen.length;
  await until(() => server.seen.length > before);
  const { held } = await credits();
  asked.destroy();
  await until(async () => (await credits()).held === 0);
  return { held, used: async () => (await credits()).used };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 3_000; i += 1) {
    if (await isSo()) return;
    await sleep(10);
  }
  assert.fail('it never happened');
}

test('a caller who goes away ends the question and pays for its input', async (t) => {
  const server = await startModelServer(t);
  const evaluation = await startEvaluation(t, { model: await openServedModel(t, server) });
  server.play({ silent: true });

  const { held, used } = await whileAsked(server, evaluation);

  await until(() => server.seen[0]?.isAborted === true);
  const spent = await used();
  assert.ok(spent > 0 && spent < held, `${spent} of ${held}`);
  const entries = await evaluation.access.auditOf(evaluation.organization);
  const details = JSON.parse(entries.at(-1)?.details ?? '{}') as Record<string, unknown>;
  assert.deepEqual([details['outcome'], details['credits']], ['abandoned', spent]);
});

test('an offline run that takes too long is not blamed on the EU', async (t) => {
  const { run, credits } = await startEvaluation(t, { limits: { runMsMax: 1 } });
  const rows = Array.from({ length: 3_000 }, (_, i) => `step ${i} of job ${i % 7} finished`);

  const { status, body } = await run({ rows, criteria: 'Did every job finish?' });

  assert.deepEqual([status, body.code], [408, 'EVALUATION_TIMEOUT']);
  assert.deepEqual([(await credits()).used, (await credits()).held], [0, 0]);
});

test('a model that takes longer than a run may is given up, at no cost', async (t) => {
  const server = await startModelServer(t);
  const { run, credits } = await startEvaluation(t, {
    model: await openServedModel(t, server),
    limits: { runMsMax: 200 },
  });
  server.play({ silent: true });

  const { status, body } = await run(BODY);

  assert.deepEqual([status, body.code], [503, 'AI_PROVIDER_NOT_EU']);
  assert.deepEqual([(await credits()).used, (await credits()).held], [0, 0]);
});

test('an invalid answer is not asked about again when the time is nearly over', async (t) => {
  const server = await startModelServer(t);
  const { repairMsMin } = LIMITS.evaluation;
  const { run } = await startEvaluation(t, {
    model: await openServedModel(t, server),
    limits: { runMsMax: repairMsMin },
  });
  server.play({ say: 'no' });

  assert.equal((await run(BODY)).status, 502);
  assert.equal(server.seen.length, 1);
});

test('an answer may have tokens for each item', async (t) => {
  const server = await startModelServer(t);
  const { run } = await startEvaluation(t, { model: await openServedModel(t, server) });
  const { answerTokensBase, answerTokensPerItem, answerTokensGeneric } = LIMITS.evaluation;
  server.play({ say: NOT_FOUND });

  await run(BODY);
  await run({ ...BODY, mode: 'generic_verdict' });

  const limits = server.seen.map(({ raw }) => {
    const body = JSON.parse(raw) as Record<string, unknown>;
    return body['max_tokens'] ?? body['max_completion_tokens'];
  });
  assert.equal(limits[0], answerTokensBase + answerTokensPerItem);
  assert.equal(limits.at(-1), answerTokensGeneric);
});

test('no more rows are named as evidence than may be', async (t) => {
  const server = await startModelServer(t);
  const { run } = await startEvaluation(t, { model: await openServedModel(t, server) });
  const { evidenceRowsMax } = LIMITS.evaluation;
  const rows = Array.from({ length: 30 }, (_, i) => `INFO worker ${i} finished its job`);
  const evidence = rows.map((_, i) => ({ n: i + 1, q: 'finished its job' }));
  server.play({
    say: { findings: [{ ...NOT_FOUND.findings[0], evidence, status: 'passed' }], summary: null },
  });

  const result = resultOf(await run({ ...BODY, rows, logCompression: false }));

  assert.equal(result.evidence[0]?.rows.length, evidenceRowsMax);
  assert.match(result.verdict[0]?.explanation ?? '', /\(rows 1, 2, 3, 4, 5 and 15 more\)$/);
});
