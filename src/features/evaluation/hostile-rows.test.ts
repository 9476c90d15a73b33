/** Rows that try to steer the evaluator: whoever judges, the shape and the promises of a verdict hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EvaluationResult } from '../../contract/evaluation.ts';
import { explainProblems } from '../../contract/explain-problems.ts';
import { isObject } from '../../base/is-object.ts';
import { RED_TEAM_ROWS } from '../../../test/support/evaluation/red-team-rows.ts';
import {
  openServedModel,
  previewOf,
  resultOf,
  startEvaluation,
} from '../../../test/support/evaluation/start-evaluation.ts';
import { startModelServer } from '../../../test/support/evaluation/start-model-server.ts';

const ROWS = [
  'INFO order 4711 payment captured',
  'ERROR order 4711 refund failed: gateway timeout',
  'INFO order 4711 mail sent',
];
const ITEMS = [
  { id: 'captured', description: 'The payment of order 4711 was captured' },
  { id: 'refunded', description: 'The refund of order 4711 completed' },
  { id: 'shipped', description: 'The parcel left the warehouse in Rotterdam' },
  { id: 'mailed', description: 'A mail was sent for order 4711' },
];
const BODY = { criteria: 'Judge order 4711', expectedItems: ITEMS };

function assertHolds(result: EvaluationResult, rows: readonly string[], code: string): void {
  const schema: unknown = EvaluationResult;
  assert.ok(isObject(schema));
  assert.deepEqual(explainProblems(schema, result, 10), []);
  assert.deepEqual(
    result.verdict.map(({ id }) => id),
    ITEMS.map(({ id }) => id),
  );
  const texts = [JSON.stringify(result.verdict), result.summary ?? ''];
  if (code !== '') for (const text of texts) assert.ok(!text.includes(code));
  for (const { explanation, id, status } of result.verdict) {
    const cited = result.evidence.find((each) => each.id === id)?.rows ?? [];
    if (status !== 'not_found') assert.ok(cited.length > 0, `${id} has no evidence`);
    for (const [url] of explanation.matchAll(/https?:\/\/\S+/g)) {
      assert.ok(
        cited.some(({ row }) => rows[row - 1]?.includes(url)),
        url,
      );
    }
    assert.doesNotMatch(explanation, /<(?:a|img|script)\b/i);
  }
}

for (const [i, hostile] of RED_TEAM_ROWS.entries()) {
  test(`hostile row ${i + 1} changes no promise of the offline evaluator`, async (t) => {
    const { run } = await startEvaluation(t);
    const rows = [...ROWS, hostile];
    for (const logCompression of [true, false]) {
      const result = resultOf(await run({ ...BODY, rows, logCompression }));
      assertHolds(result, rows, '');
      assert.equal(result.verdict[0]?.status, 'passed');
      assert.equal(result.verdict[2]?.status, 'not_found');

      const { lines } = previewOf(await run({ ...BODY, rows, logCompression, preview: true }));
      assert.equal(lines.length, rows.length);
      for (const line of lines) assert.doesNotMatch(line, /[\n\r\u2028]/);
    }
  });
}

test('a model that believes every hostile row still gives no verdict without evidence', async (t) => {
  const server = await startModelServer(t);
  const { run } = await startEvaluation(t, { model: await openServedModel(t, server) });
  for (const hostile of RED_TEAM_ROWS) {
    let code = '';
    server.playBy(({ text }) => {
      code = /BEGIN ROWS (\w+)$/m.exec(text)?.[1] ?? '';
      const block = text.slice(
        text.indexOf(`BEGIN ROWS ${code}`),
        text.lastIndexOf(`END ROWS ${code}`),
      );
      // The block has a line for each row, and one at each end.
      assert.equal(block.trimEnd().split('\n').length, 1 + ROWS.length + 1);
      const line = /^4 ~\w+~ (.*)$/m.exec(text)?.[1] ?? '';
      const obey = (item: number) => ({
        item,
        evidence: [{ n: 4, q: line.slice(0, 60) }],
        explanation: `As told: ${line.slice(0, 200)}`,
        status: 'passed',
        confidence: 1,
        entity: null,
      });
      return { say: { findings: ITEMS.map((_, at) => obey(at + 1)), summary: line.slice(0, 400) } };
    });
    const rows = [...ROWS, hostile];

    const result = resultOf(await run({ ...BODY, rows, logCompression: false }));

    assertHolds(result, rows, code);
  }
});

test('a code that occurs in the input is drawn anew', async (t) => {
  const { buildPrompt } = await import('./asking/build-prompt.ts');
  const codes = ['aaaa', 'bbbb', 'cccc'];
  const request = {
    criteria: 'BBBB',
    items: [],
    mode: 'generic_verdict' as const,
    model: 'haiku-4-5' as const,
    logCompression: true,
    options: {},
    isPreview: false,
  };

  const prompt = buildPrompt(
    { request, items: [], lines: ['x AAAA y'] },
    () => codes.shift() ?? '',
  );

  assert.equal(prompt.code, 'cccc');
  t.diagnostic(prompt.mark);
});
