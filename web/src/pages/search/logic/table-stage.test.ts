import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFacts } from '../../../query/text/query-facts.ts';
import { addsUp, groupKeys, stagesAfter } from './table-stage.ts';

const stageOf = (query: string) => readFacts(query).tableStage;
const laterOf = (query: string) => stagesAfter(readFacts(query));

test('rows are named by what they are grouped by', () => {
  assert.deepEqual(groupKeys(stageOf('* | stats count by status, host')), ['status', 'host']);
  assert.deepEqual(groupKeys(stageOf('* | chart count over status by host')), ['status']);
  assert.deepEqual(groupKeys(stageOf('* | top status by host')), ['host', 'status']);
  assert.deepEqual(groupKeys(stageOf('| tstats count by host')), ['host']);
  assert.deepEqual(groupKeys(stageOf('* | timechart count by status')), []);
  assert.deepEqual(groupKeys(undefined), []);
});

test('counts add up, averages and percentiles do not', () => {
  for (const query of ['stats count, sum(bytes) by host', 'timechart count by level', 'top host']) {
    assert.equal(addsUp(stageOf(`* | ${query}`), []), true, query);
  }
  for (const query of [
    'stats avg(bytes)',
    'timechart count, p95(duration)',
    'chart dc(user) by a',
  ]) {
    assert.equal(addsUp(stageOf(`* | ${query}`), []), false, query);
  }
  assert.equal(addsUp(undefined, []), false);
  const rate = '* | timechart count, sum(bytes) AS b | eval rate=b/count';
  assert.equal(addsUp(stageOf(rate), laterOf(rate)), false);
  const sorted = '* | stats count by host | sort -count | head 5';
  assert.equal(addsUp(stageOf(sorted), laterOf(sorted)), true);
});
