/** What the evaluator would read: compression, its options, clipping and budgets, through the endpoint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '../../patterns/index.ts';
import { MODELS } from '../../spec/evaluation.ts';
import { LIMITS } from '../../spec/limits.ts';
import {
  openServedModel,
  previewOf,
  resultOf,
  startEvaluation,
} from '../../../test/support/evaluation/start-evaluation.ts';
import { startModelServer } from '../../../test/support/evaluation/start-model-server.ts';

const { rowsUncompressedMax, rowCharactersMax, inputTokensMax, rowTokensMin } = LIMITS.evaluation;

/** Lines that share no pattern. */
function different(count: number, words = 6): string[] {
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: words }, (__, w) => wordOf(i * words + w)).join(' '),
  );
}

function wordOf(number: number): string {
  let text = '';
  for (let rest = number + 1_000; rest > 0; rest = Math.floor(rest / 26)) {
    text += String.fromCharCode(97 + (rest % 26));
  }
  return `${text}${text}`;
}

const REPEATED = Array.from({ length: 40 }, (_, i) => `INFO request ${i} took ${i * 7} ms`);

test('patterns with counts and samples, and one-off lines verbatim', async (t) => {
  const { run } = await startEvaluation(t, {
    model: await openServedModel(t, await startModelServer(t)),
  });

  const preview = previewOf(
    await run({ rows: [...REPEATED, 'ERROR disk full on /dev/sda1'], preview: true }),
  );

  assert.equal(preview.lines.length, 2);
  assert.equal(preview.lines[1], '[1x] ERROR disk full on /dev/sda1');
  assert.match(
    preview.lines[0] ?? '',
    /^\[40x\] INFO request <NUM> took .+ e\.g\. INFO request \d+ took \d+ ms \| INFO request \d+/,
  );
  const { inputRowCount, uniqueTemplates, droppedTemplates, rareLineCount, truncated } = preview;
  assert.deepEqual(
    { inputRowCount, uniqueTemplates, droppedTemplates, rareLineCount, truncated },
    {
      inputRowCount: 41,
      uniqueTemplates: 2,
      droppedTemplates: 0,
      rareLineCount: 1,
      truncated: false,
    },
  );
  const { model, uncompressed, compressed, charged } = preview.creditEstimate;
  assert.equal(model, 'vendor-haiku-4-5');
  assert.ok(compressed > 0 && compressed < uncompressed / 3);
  assert.equal(charged, compressed);
});

test('the estimate is that of the model asked for, whoever answers; charged says what is paid here', async (t) => {
  const server = await startModelServer(t);
  const offline = await startEvaluation(t);
  const asking = await startEvaluation(t, { model: await openServedModel(t, server) });

  for (const more of [{}, { model: 'vendor-opus-4-7' }, { logCompression: false }]) {
    const body = { rows: REPEATED, preview: true, ...more };
    const { charged, ...free } = previewOf(await offline.run(body)).creditEstimate;
    const { charged: paid, ...priced } = previewOf(await asking.run(body)).creditEstimate;

    assert.deepEqual(free, priced);
    assert.equal(charged, 0);
    assert.equal(free.model, more.model ?? 'vendor-haiku-4-5');
    assert.ok(free.compressed > 0 && free.uncompressed > 0 && free.wholeRun.least > 0);
    assert.equal(paid, more.logCompression === false ? free.uncompressed : free.compressed);
  }
});

test('rows are compressed, shorter or not; auto sends the shorter of both', async (t) => {
  const { run } = await startEvaluation(t);
  const ask = async (rows: readonly string[], more: object = {}) => {
    const { lines, ...counts } = previewOf(await run({ rows, preview: true, ...more }));
    const { compressed, inputRowCount } = resultOf(
      await run({ rows, criteria: 'Did all jobs end?', ...more }),
    );
    assert.equal(inputRowCount, rows.length);
    return { lines, compressed, patterns: counts.uniqueTemplates, rare: counts.rareLineCount };
  };
  const few = different(5);
  const counted = few.map((line) => `[1x] ${line}`);

  for (const more of [{}, { logCompression: true }]) {
    const { lines, ...others } = await ask(few, more);
    assert.deepEqual(lines, counted);
    assert.deepEqual(others, { compressed: true, patterns: 5, rare: 5 });
  }
  const auto = { logCompression: 'auto' };
  assert.deepEqual(await ask(few, auto), { lines: few, compressed: false, patterns: 0, rare: 0 });
  const many = await ask(REPEATED, auto);
  assert.equal(many.compressed, true);
  assert.ok(many.lines.length < REPEATED.length);
  assert.deepEqual(many, await ask(REPEATED));
});

test('the estimates of the models stand to each other as the table of prices says', async (t) => {
  const server = await startModelServer(t);
  const { run } = await startEvaluation(t, { model: await openServedModel(t, server) });
  const estimate = async (model: string) =>
    previewOf(await run({ rows: REPEATED, preview: true, model: `vendor-${model}` }))
      .creditEstimate;

  const small = await estimate('haiku-4-5');

  for (const [name, { relativeCost }] of Object.entries(MODELS)) {
    const { uncompressed, compressed } = await estimate(name);
    assert.ok(Math.abs(uncompressed / small.uncompressed - relativeCost) < 1e-9, name);
    assert.ok(Math.abs(compressed / small.compressed - relativeCost) < 1e-9, name);
  }
});

test('a preview needs no criteria, asks nobody and spends nothing', async (t) => {
  const server = await startModelServer(t);
  const { run, credits, access, organization } = await startEvaluation(t, {
    model: await openServedModel(t, server),
    monthlyCredits: 0,
  });

  const answer = await run({ rows: REPEATED, preview: true });

  assert.equal(answer.status, 200);
  assert.equal(server.seen.length, 0);
  const { used, held, runs } = await credits();
  assert.deepEqual({ used, held, runs }, { used: 0, held: 0, runs: 0 });
  const actions = (await access.auditOf(organization)).map(({ action }) => action);
  assert.ok(!actions.includes('evaluation.run'));
});

test('what a run takes lies between what the preview says', async (t) => {
  const server = await startModelServer(t);
  const served = await startEvaluation(t, { model: await openServedModel(t, server) });
  const finding = {
    evidence: [],
    explanation: 'x',
    status: 'not_found',
    confidence: 1,
    entity: null,
  };
  const items = Array.from({ length: 3 }, (_, i) => ({
    id: `i${i}`,
    description: `The job ${i} ended`,
  }));
  server.play({
    say: { findings: items.map((_, i) => ({ item: i + 1, ...finding })), summary: null },
    // It does not count, so that our own estimate holds.
    usage: 'missing',
  });

  const { run } = served;
  for (const rows of [REPEATED, different(100)]) {
    const body = { rows, criteria: 'Did all jobs end?', expectedItems: items };
    const { wholeRun, compressed } = previewOf(
      await run({ ...body, preview: true }),
    ).creditEstimate;
    const { creditsSpent } = resultOf(await run(body));
    assert.ok(wholeRun.least <= creditsSpent, `${creditsSpent} is at least ${wholeRun.least}`);
    assert.ok(creditsSpent <= wholeRun.most, `${creditsSpent} is at most ${wholeRun.most}`);
    assert.ok(wholeRun.most > compressed);
  }
  const many = Array.from({ length: 150 }, (_, i) => ({ id: `i${i}`, description: 'It ended' }));
  const range = async (expectedItems: typeof many) =>
    previewOf(await run({ rows: REPEATED, expectedItems, preview: true })).creditEstimate.wholeRun;
  const [few, lots] = [await range(many.slice(0, 1)), await range(many)];
  assert.ok(lots.least > 2 * few.least, 'the rows are sent with every question');
  assert.ok(lots.most > 10 * few.most, 'every item is answered');
});

test('the preview shows exactly the lines that are sent', async (t) => {
  const server = await startModelServer(t);
  const { run } = await startEvaluation(t, { model: await openServedModel(t, server) });
  server.play({
    say: {
      findings: [
        {
          item: 1,
          evidence: [],
          explanation: 'x',
          status: 'not_found',
          confidence: 1,
          entity: null,
        },
      ],
      summary: null,
    },
  });
  const rows = [
    ...REPEATED,
    ...different(700),
    { level: 'error', message: 'payment failed', code: 51 },
  ];

  for (const logCompression of [true, false]) {
    const body = { rows, criteria: 'Did the payment fail?', logCompression };
    const { lines } = previewOf(await run({ ...body, preview: true }));
    const result = resultOf(await run(body));

    const text = server.seen.at(-1)?.text ?? '';
    const sent = [...text.matchAll(/^\d+ ~[0-9a-f]{4}~ (.*)$/gm)].map((match) => match[1]);
    assert.deepEqual(sent, lines);
    assert.equal(result.compressed, logCompression);
    assert.equal(result.truncated, true);
  }
});

test('every option has its effect', async (t) => {
  const { run } = await startEvaluation(t);
  const rows = [...REPEATED, ...different(30), 'twice the same', 'twice the same'];
  const look = async (compressionOptions: object) =>
    previewOf(await run({ rows, preview: true, compressionOptions }));

  const capped = await look({ maxTemplates: 3 });
  const bare = await look({ maxSamples: 0 });
  const all = await look({ maxSamples: 5 });
  const none = await look({ rareThreshold: 0 });
  const many = await look({ rareThreshold: 50 });
  const strict = await look({ simThreshold: 1 });

  assert.equal(capped.lines.length, 3);
  assert.equal(capped.droppedTemplates, capped.uniqueTemplates - 3);
  assert.ok(!bare.lines[0]?.includes(' e.g. '));
  assert.equal(all.lines[0]?.split(' | ').length, 5);
  assert.equal(none.rareLineCount, 30);
  assert.ok(none.lines.every((line) => !line.startsWith('[1x]') || !line.includes(' e.g. ')));
  assert.ok(many.lines.includes('[1x] INFO request 3 took 21 ms'));
  assert.ok(strict.uniqueTemplates >= capped.uniqueTemplates);
});

test('patterns over the cap make a real run truncated, and the preview counts them', async (t) => {
  const { run } = await startEvaluation(t);
  const body = {
    rows: different(5),
    criteria: 'anything',
    compressionOptions: { maxTemplates: 4 },
  };

  const real = resultOf(await run(body));
  const preview = previewOf(await run({ ...body, preview: true }));
  const whole = resultOf(await run({ ...body, compressionOptions: { maxTemplates: 5 } }));

  assert.deepEqual([real.truncated, whole.truncated], [true, false]);
  assert.deepEqual([preview.droppedTemplates, preview.truncated], [1, false]);
  assert.deepEqual(real.verdict[0]?.marks, ['input_truncated']);
  assert.equal(real.verdict[0]?.tags, undefined);
});

test('without compression the first 200 rows count, and one more is said to be left out', async (t) => {
  const { run } = await startEvaluation(t);
  const look = async (count: number) =>
    resultOf(
      await run({
        rows: REPEATED.concat(different(count - 40, 2)),
        criteria: 'x',
        logCompression: false,
      }),
    );

  const all = await look(rowsUncompressedMax);
  const more = await look(rowsUncompressedMax + 1);

  assert.deepEqual(
    [all.inputRowCount, all.truncated, all.compressed],
    [rowsUncompressedMax, false, false],
  );
  assert.deepEqual([more.inputRowCount, more.truncated], [rowsUncompressedMax, true]);
});

test('a row is clipped behind 2,000 characters, which is never silent', async (t) => {
  const { run } = await startEvaluation(t);
  for (const logCompression of [true, false]) {
    const look = async (row: unknown) =>
      previewOf(await run({ rows: [row], preview: true, logCompression }));

    const whole = await look('x'.repeat(rowCharactersMax));
    const clipped = await look('x'.repeat(rowCharactersMax + 1));
    const object = await look({ message: 'y'.repeat(rowCharactersMax) });

    assert.deepEqual([whole.truncated, clipped.truncated, object.truncated], [false, true, true]);
    assert.equal(clipped.lines[0], whole.lines[0]);
  }
});

test('the input budget clips what is sent, and says so', async (t) => {
  const { run } = await startEvaluation(t);
  const rows = different(1_000, 120);
  for (const logCompression of [true, false]) {
    const options = { maxTemplates: 500, rareThreshold: 50 };
    const body = { rows, preview: true, logCompression, compressionOptions: options };

    const { lines, truncated } = previewOf(await run(body));

    assert.equal(truncated, true);
    const tokens = lines.reduce((sum, line) => sum + estimateTokens(line), 0);
    assert.ok(tokens < inputTokensMax, `${tokens}`);
    assert.ok(tokens > inputTokensMax / 2, `${tokens}`);
  }
});

test('items that take most of the budget leave rows their part', async (t) => {
  const server = await startModelServer(t);
  const { run } = await startEvaluation(t, {
    model: await openServedModel(t, server),
    monthlyCredits: 10_000,
  });
  server.playBy(({ text }) => {
    const items = /ITEMS\n([\s\S]*?)\n\n/.exec(text)?.[1]?.split('\n') ?? [];
    const finding = {
      evidence: [],
      explanation: 'x',
      status: 'not_found',
      confidence: 1,
      entity: null,
    };
    return { say: { findings: items.map((_, i) => ({ item: i + 1, ...finding })), summary: null } };
  });
  // Two tokens a character.
  const expectedItems = Array.from({ length: 200 }, (_, i) => ({
    id: `i${i}`,
    description: `${i} ${'ß'.repeat(490)}`,
  }));

  const answer = await run({
    rows: different(2_000, 40),
    criteria: 'x',
    expectedItems,
    compressionOptions: { maxTemplates: 500 },
  });

  assert.equal(resultOf(answer).verdict.length, 200);
  assert.ok(server.seen.length > 2);
  for (const { text, system } of server.seen) {
    const tokens = estimateTokens(text) + estimateTokens(system);
    assert.ok(tokens <= inputTokensMax, `${tokens}`);
    const rows = [...text.matchAll(/^\d+ ~[0-9a-f]{4}~ (.*)$/gm)].map((match) => match[1] ?? '');
    assert.ok(rows.reduce((sum, row) => sum + estimateTokens(row), 0) > rowTokensMin / 2);
  }
});
