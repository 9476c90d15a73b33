/** The questions that the web app offers to begin with have their answers in the logs of the demo. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateOffline } from '../src/evaluator/index.ts';
import { compressRows } from '../src/patterns/index.ts';
import { backgroundEvents } from '../tools/demo/background.ts';
import { shopAt } from '../tools/demo/incident.ts';
import { createRandom } from '../tools/demo/random.ts';
import { CRITERIA_PACKS } from '../web/src/pages/evaluate/criteria-packs.ts';
import { rowOfEvent } from '../web/src/pages/evaluate/event-rows.ts';

const STARTED_AT = Date.parse('2026-01-15T12:00:00.000Z');
const HISTORY_S = 3 * 60 * 60;

/** The rows of an index as the page sends them. */
function demoRows(index: string): string[] {
  const random = createRandom(7);
  const seconds = Array.from({ length: HISTORY_S }, (_, s) => STARTED_AT - (HISTORY_S - s) * 1_000);
  return seconds
    .flatMap((at) => backgroundEvents(random, shopAt(STARTED_AT, at), STARTED_AT, at))
    .filter((event) => event.index === index)
    .map(({ timestamp, level, source, event }) => ({
      _time: new Date(timestamp).toISOString(),
      level,
      source,
      event,
    }))
    .map((event) => rowOfEvent(event).text);
}

const EXPECTED: Readonly<Record<string, readonly [index: string, findings: readonly string[]]>> = {
  'Deployment succeeded': ['deploy', ['passed', 'passed', 'passed', 'failed', 'skipped']],
  'Detection fired': ['security', ['passed', 'not_found']],
  'What went wrong?': ['deploy', ['failed']],
};

for (const { name, criteria, items } of CRITERIA_PACKS) {
  test(`the demo answers “${name}”`, () => {
    const [index = '', findings] = EXPECTED[name] ?? [];
    const rows = demoRows(index);
    const mode = items.length === 0 ? 'generic_verdict' : 'test_classification';
    const options = { tokensMax: 100_000, lineTokens: 8 };
    const patterns = compressRows(rows, options, [criteria]).lines.map(({ text }) => text);

    for (const lines of [rows, patterns]) {
      const verdict = evaluateOffline({ lines, criteria, items, mode });
      assert.deepEqual(
        verdict.findings.map(({ status }) => status),
        findings,
        JSON.stringify(verdict.findings, undefined, 1),
      );
    }
  });
}

test('what is not found comes with the closest row, and free criteria say that they need a model', () => {
  const lines = ['info payments the migrations of schema 87', 'password=hunter2 in clear text'];
  const explain = (criteria: string, mode: 'generic_verdict' | 'test_classification') =>
    evaluateOffline({ lines, criteria, items: [], mode }).findings[0]?.explanation ?? '';

  assert.match(
    explain('The migrations were applied', 'test_classification'),
    /closest .*schema 87/,
  );
  assert.match(explain('Anything that a lawyer should see', 'generic_verdict'), /language model/);
});
