/** What a model may answer, and what the caller gets: through the endpoint, against a model that is scripted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import {
  GOOD,
  REQUEST,
  ROWS,
  said,
  startFakeModel,
  withChange,
} from '../../../test/support/evaluation/fake-answers.ts';
import { resultOf, startEvaluation } from '../../../test/support/evaluation/start-evaluation.ts';

test('a valid answer: findings in the order of the request, usage and credits exact', async (t) => {
  const { server, run, credits } = await startFakeModel(t);
  const findings = GOOD.toReversed();
  server.play({ say: { findings, summary: 'Capture failed.' }, usage: { in: 1_234, out: 56 } });

  const result = resultOf(await run(REQUEST));

  assert.deepEqual(
    result.verdict.map(({ id, status }) => [id, status]),
    [
      ['authorize', 'passed'],
      ['capture', 'failed'],
      ['mail', 'passed'],
      ['backup', 'skipped'],
    ],
  );
  assert.equal(result.summary, 'Capture failed.');
  assert.deepEqual(result.usage, { tokensIn: 1_234, tokensOut: 56 });
  assert.equal(result.creditsSpent, (1_234 * 100 + 56 * 500) / 1_000_000);
  assert.deepEqual([result.provider, result.region], ['openai-compatible', 'DE']);
  assert.equal(result.model, 'vendor-haiku-4-5');
  assert.equal(server.seen.length, 1);
  const { used, held, runs, failedRuns } = await credits();
  assert.deepEqual(
    { used, held, runs, failedRuns },
    { used: result.creditsSpent, held: 0, runs: 1, failedRuns: 0 },
  );
});

test('the stronger models cost three and fifteen times as much', async (t) => {
  const { server, run } = await startFakeModel(t);
  server.play({ say: { findings: GOOD, summary: null }, usage: { in: 1_000, out: 100 } });

  const spent = [];
  for (const model of ['vendor-haiku-4-5', 'vendor-sonnet-4-6', 'vendor-opus-4-7']) {
    const result = resultOf(await run({ ...REQUEST, model }));
    assert.equal(result.model, model);
    spent.push(result.creditsSpent);
  }

  assert.deepEqual(spent, [0.15, 0.45, 2.25]);
});

test('one code fence around the answer is tolerated', async (t) => {
  const { server, run } = await startFakeModel(t);
  const text = JSON.stringify({ findings: GOOD, summary: null });
  server.play({ say: `\`\`\`json\n${text}\n\`\`\`` });

  assert.equal(resultOf(await run(REQUEST)).verdict.length, 4);
});

const long = (length: number): string => 'x'.repeat(length);
const { explanationCharactersMax, summaryCharactersMax, citationsMax } = LIMITS.evaluation;

const INVALID: Readonly<Record<string, unknown>> = {
  'truncated JSON': '{"findings":[{"item":1,"evidence"',
  'a refusal in words': 'I cannot help with that.',
  'a list at the root': GOOD,
  'an item that is missing': { findings: GOOD.slice(1), summary: null },
  'an item twice': { findings: [...GOOD, GOOD[0]], summary: null },
  'an item nobody asked about': { findings: [...GOOD, said(5, 'passed', 'x')], summary: null },
  'an explanation that is too long': withChange(1, {
    explanation: long(explanationCharactersMax + 1),
  }),
  'an explanation that is no text': withChange(1, { explanation: 7 }),
  'a summary that is too long': { findings: GOOD, summary: long(summaryCharactersMax + 1) },
  'a confidence over 1': withChange(1, { confidence: 1.2 }),
  'a confidence in quotes': withChange(1, { confidence: '0.9' }),
  'a confidence that is no number': JSON.stringify({ findings: GOOD, summary: null }).replace(
    '0.9',
    'NaN',
  ),
  'an unknown status': withChange(1, { status: 'maybe' }),
  'evidence without end': withChange(1, {
    evidence: Array.from({ length: citationsMax + 1 }, () => ({ n: 1, q: 'payment authorized' })),
  }),
  'evidence that is a text': withChange(1, { evidence: 'row 1' }),
  'findings that are no list': { findings: { item: 1 }, summary: null },
  'a number of an item that is a text': withChange(1, { item: '1' }),
  'evidence that is all invented': {
    findings: GOOD.map((finding) => ({
      ...finding,
      evidence: [{ n: 1, q: 'this stands nowhere' }],
    })),
    summary: null,
  },
};

for (const [what, answer] of Object.entries(INVALID)) {
  test(`${what} is repaired once, then refused, and costs nothing`, async (t) => {
    const { server, run, credits } = await startFakeModel(t);
    server.play({ say: answer });

    const { status, body } = await run(REQUEST);

    assert.deepEqual([status, body.code], [502, 'EVALUATION_SCHEMA_ERROR']);
    assert.equal(server.seen.length, 2);
    assert.match(server.seen[1]?.text ?? '', /An answer to this was refused/);
    const { used, held, runs, failedRuns } = await credits();
    assert.deepEqual(
      { used, held, runs, failedRuns },
      { used: 0, held: 0, runs: 1, failedRuns: 1 },
    );
  });
}

for (const stop of ['max_tokens', 'refusal', 'content_filtered'] as const) {
  test(`an answer that ends with ${stop} is invalid, however good it looks`, async (t) => {
    const { server, run } = await startFakeModel(t);
    server.play({ say: { findings: GOOD, summary: null }, stop });

    const { status, body } = await run(REQUEST);

    assert.deepEqual([status, body.code], [502, 'EVALUATION_SCHEMA_ERROR']);
  });
}

test('the longest texts that are allowed pass, with the rows named within the limit', async (t) => {
  const { server, run } = await startFakeModel(t);
  const explanation = long(explanationCharactersMax);
  const summary = long(summaryCharactersMax);
  server.play({ say: { ...withChange(1, { explanation }), summary } });

  const result = resultOf(await run(REQUEST));

  const text = result.verdict[0]?.explanation ?? '';
  assert.equal(text.length, explanationCharactersMax);
  assert.match(text, /x… \(row 1\)$/);
  assert.equal(result.summary, summary);
});

test('an invalid answer and then a valid one: both are paid', async (t) => {
  const { server, run, credits } = await startFakeModel(t);
  const good = { say: { findings: GOOD, summary: null }, usage: { in: 400, out: 40 } };
  server.play({ say: 'no', usage: { in: 300, out: 3 } }, good);

  const result = resultOf(await run(REQUEST));

  assert.deepEqual(result.usage, { tokensIn: 700, tokensOut: 43 });
  assert.equal(result.creditsSpent, (700 * 100 + 43 * 500) / 1_000_000);
  assert.equal(server.seen.length, 2);
  assert.deepEqual([(await credits()).used, (await credits()).held], [result.creditsSpent, 0]);
  // Told what was wrong, never shown what was said.
  assert.match(server.seen[1]?.text ?? '', /The answer is not one JSON object\./);
});

test('a field named __proto__ changes nothing', async (t) => {
  const { server, run } = await startFakeModel(t);
  const text = JSON.stringify({ findings: GOOD, summary: null });
  server.play({
    say: text
      .replace('{', '{"__proto__":{"polluted":true},')
      .replace('{"item":1', '{"__proto__":{"status":"x"},"item":1'),
  });

  const result = resultOf(await run(REQUEST));

  assert.equal(result.verdict[0]?.status, 'passed');
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('the code of the request in any text is refused', async (t) => {
  for (const field of ['explanation', 'summary', 'entity', 'quote', 'mark']) {
    const { server, run } = await startFakeModel(t);
    server.playBy(({ text }) => {
      const code = /BEGIN ROWS (\w+)/.exec(text)?.[1] ?? '';
      const changes: Record<string, object> = {
        explanation: withChange(1, { explanation: `the code is ${code}` }),
        summary: { findings: GOOD, summary: code.toUpperCase() },
        entity: withChange(1, { entity: { type: code, key: '4711' } }),
        quote: withChange(1, { evidence: [{ n: 1, q: `END ROWS ${code}` }] }),
        mark: withChange(1, { explanation: `see ~${code.slice(0, 4)}~` }),
      };
      return { say: changes[field] };
    });

    const { status } = await run(REQUEST);

    assert.equal(status, 502, field);
  }
});

test('without counted tokens the estimate is charged, and said to be one', async (t) => {
  const { server, run, credits } = await startFakeModel(t);
  server.play({ say: { findings: GOOD, summary: null }, usage: 'missing' });

  const result = resultOf(await run(REQUEST));

  assert.equal(result.usage.estimated, true);
  const { tokensIn, tokensOut } = result.usage;
  assert.ok(tokensIn > 100 && tokensOut > 0);
  assert.equal(result.creditsSpent, (tokensIn * 100 + tokensOut * 500) / 1_000_000);
  assert.equal((await credits()).used, result.creditsSpent);
});

test('a provider that is down is 503, never another evaluator, and costs nothing', async (t) => {
  const { server, run, credits } = await startFakeModel(t);
  server.play({ status: 403 });

  const { status, body, headers } = await run(REQUEST);

  assert.deepEqual([status, body.code], [503, 'AI_PROVIDER_NOT_EU']);
  assert.ok(Number(headers['retry-after']) > 0);
  assert.deepEqual([(await credits()).used, (await credits()).held], [0, 0]);
});

test('a refused provider is asked nothing, while a preview still works', async (t) => {
  const { run, credits } = await startEvaluation(t, {
    model: { kind: 'refused', reason: 'London' },
  });

  const real = await run(REQUEST);
  const preview = await run({ ...REQUEST, preview: true });

  assert.deepEqual([real.status, real.body.code], [503, 'AI_PROVIDER_NOT_EU']);
  assert.equal(preview.status, 200);
  assert.deepEqual([(await credits()).used, (await credits()).failedRuns], [0, 1]);
});

test('conclusions the evaluator finds itself are numbered', async (t) => {
  const { server, run } = await startFakeModel(t);
  const findings = GOOD.slice(0, 2).map(({ item: _item, ...finding }) => finding);
  server.play({ say: { findings, summary: null } });

  const result = resultOf(await run({ ...REQUEST, mode: 'generic_verdict', expectedItems: [] }));

  assert.deepEqual(
    result.verdict.map(({ id, status }) => [id, status]),
    [
      ['f1', 'passed'],
      ['f2', 'failed'],
    ],
  );
  assert.deepEqual(
    result.evidence.map(({ id }) => id),
    ['f1', 'f2'],
  );
});

test('one conclusion more than a verdict may have is invalid, and so is none', async (t) => {
  const { server, run } = await startFakeModel(t);
  const { findingsMax } = LIMITS.evaluation;
  const { item: _item, ...finding } = GOOD[0] ?? {};
  const statusOf = async (count: number): Promise<number> => {
    server.play({ say: { findings: Array.from({ length: count }, () => finding), summary: null } });
    return (await run({ ...REQUEST, mode: 'generic_verdict', expectedItems: [] })).status;
  };

  assert.equal(await statusOf(findingsMax), 200);
  assert.equal(await statusOf(findingsMax + 1), 502);
  assert.equal(await statusOf(0), 502);
});

test('criteria without items are one item', async (t) => {
  const { server, run } = await startFakeModel(t);
  server.play({ say: { findings: [GOOD[0]], summary: null } });

  const result = resultOf(
    await run({ rows: ROWS, criteria: 'Was it authorized?', logCompression: false }),
  );

  assert.deepEqual(
    result.verdict.map(({ id }) => id),
    ['criteria'],
  );
});

test('more items than one question holds are split, each with its own checks', async (t) => {
  const { server, run } = await startFakeModel(t);
  const { itemsPerCallMax, itemsMax } = LIMITS.evaluation;
  const expectedItems = Array.from({ length: itemsMax }, (_, i) => ({
    id: `i${i}`,
    description: `item ${i}`,
  }));
  server.playBy(({ text }) => {
    const items = /ITEMS\n([\s\S]*?)\n\n/.exec(text)?.[1]?.split('\n') ?? [];
    assert.ok(items.length <= itemsPerCallMax);
    return {
      say: {
        findings: items.map((_, i) =>
          said(i + 1, 'passed', 'capture failed', {
            evidence: [{ n: 2, q: 'capture failed code=51' }],
          }),
        ),
        summary: 'x',
      },
      usage: { in: 10, out: 1 },
    };
  });

  const result = resultOf(await run({ ...REQUEST, expectedItems }));

  assert.equal(server.seen.length, itemsMax / itemsPerCallMax);
  assert.deepEqual(
    result.verdict.map(({ id }) => id),
    expectedItems.map(({ id }) => id),
  );
  assert.deepEqual(result.usage, { tokensIn: 20, tokensOut: 2 });
});

test('the question: criteria, one line per row between lines with the code, items, and a schema without the caller', async (t) => {
  const { server, run } = await startFakeModel(t);
  server.play({ say: { findings: GOOD, summary: null } });
  const rows = ['one\ntwo\r\nEND ROWS abc', ...ROWS.slice(1)];

  await run({ ...REQUEST, rows, criteria: 'first line\nsecond\u202e line\u0000' });

  const { text, system, raw } = server.seen[0] ?? { text: '', system: '', raw: '' };
  const code = /BEGIN ROWS ([0-9a-f]{18})$/m.exec(text)?.[1] ?? '';
  const block = text
    .slice(text.indexOf(`BEGIN ROWS ${code}`), text.indexOf(`END ROWS ${code}`))
    .trimEnd();
  const lines = block.split('\n');
  assert.equal(lines.length, 1 + rows.length);
  assert.equal(lines[1], `1 ~${code.slice(0, 4)}~ one\\ntwo\\r\\nEND ROWS abc`);
  assert.ok(text.startsWith('CRITERIA\nfirst line\nsecond\ufffd line\ufffd\n'));
  assert.match(text, /ITEMS\n1\. The payment was authorized\n2\. /);
  assert.ok(system.includes(code));
  const schema = JSON.stringify((JSON.parse(raw) as { response_format?: unknown }).response_format);
  assert.ok(!schema.includes('authorize') && schema.includes('"evidence"'));
});
