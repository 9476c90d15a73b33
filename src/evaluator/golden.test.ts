/**
 * What the evaluator says of whole runs, in files people can read: `golden/*.txt`, one for each scenario of
 * `test/evaluation/dev`. A line is the status of an item, how sure that is, the rows it rests on, and the item. Whether
 * a status is right is measured over there; here every answer that changes is seen. Run with XPLAIN_GOLDEN=write to
 * write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRuns, type Run } from '../../test/evaluation/read-cases.ts';
import { evaluateOffline } from './evaluate-offline.ts';

const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';

function answersTo({ criteria, rows, cases }: Run): string {
  const items = cases.map(({ description }, at) => ({ id: `i${at}`, description }));
  const input = { lines: rows, criteria };
  const classified = evaluateOffline({ ...input, items, mode: 'test_classification' });
  const overall = evaluateOffline({ ...input, items: [], mode: 'generic_verdict' });
  return [
    ...classified.findings.map((finding, at) => told(finding, items[at]?.description ?? '')),
    classified.summary ?? '',
    ...overall.findings.map((finding) => told(finding, criteria)),
    overall.summary ?? '',
    '',
  ].join('\n');
}

type Finding = ReturnType<typeof evaluateOffline>['findings'][number];

function told({ status, confidence, evidence, entity }: Finding, asked: string): string {
  const rows = evidence.map(({ n }) => n).join(' ');
  const about = entity === null ? '' : ` ${entity.type}=${entity.key}`;
  return `${status} ${confidence} [${rows}]${about} | ${asked}`;
}

/** The run on all rows comes first; the others lack rows. */
const scenarios = Map.groupBy(readRuns('dev'), ({ scenario }) => scenario);

for (const [scenario, [run]] of scenarios) {
  test(`the items of ${scenario} are answered as written`, () => {
    assert.ok(run);
    const path = join(import.meta.dirname, 'golden', `${scenario}.txt`);
    const answers = answersTo(run);
    if (isWriting) writeFileSync(path, answers);

    assert.equal(answers, readFileSync(path, 'utf8'));
  });
}
