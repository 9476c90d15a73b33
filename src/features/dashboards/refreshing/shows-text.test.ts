import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openZone, parse } from '../../../language/index.ts';
import { showsText } from './shows-text.ts';
import { goOnFrom, type Statement, statementOf } from './statement.ts';

function statement(text: string): Statement {
  const { query } = parse(text);
  assert.ok(query, text);
  const zone = openZone('UTC');
  assert.ok(zone);
  return statementOf(query, { now: 1_000, zone, earliest: '-1h', latest: 'now' }, 100);
}

const SHOWING = [
  'level=error',
  'level=error | head 5',
  '* | table _time, event',
  '* | table _time, _raw',
  '* | stats values(event)',
  '* | stats values(_raw) AS texts BY host',
  '* | stats list(event)',
  '* | stats first(event) AS x',
  '* | stats latest(*)',
  '* | stats max(ev*)',
  '* | stats values(eval(lower(event)))',
  '* | stats count BY event',
  '* | top event',
  '* | timechart count BY event',
  '* | rename event AS x | stats values(x)',
  '* | eval x=event | stats values(x)',
  '* | eval x=substr(_raw, 1, 5) | stats count BY x',
  '* | rex "(?<all>.*)" | stats values(all)',
  '* | rex field=event "(?<all>.*)" | top all',
  '* | eventstats values(event) AS x | stats values(x)',
  '* | stats count | append [search * | stats values(event) AS x]',
  '* | patterns',
  '| savedsearch "Failed" | stats values(x)',
];

for (const text of SHOWING) {
  test(`“${text}” shows the text of events`, () => {
    assert.equal(showsText(statement(text)), true);
  });
}

const TELLING_NOTHING = [
  'timeout "bank gateway" | stats count',
  '* | where like(event, "%bank%") | stats count BY host',
  '* | regex event="bank" | timechart count',
  '* | stats count(event), dc(event) BY host',
  '* | stats count(eval(event="x")) AS n',
  '* | fields event, host | stats count BY host',
  '* | stats values(user) BY host',
  '* | rex field=path "^/(?<first>[^/]+)" | top first',
  '* | top host',
];

for (const text of TELLING_NOTHING) {
  test(`“${text}” shows none of it`, () => {
    assert.equal(showsText(statement(text)), false);
  });
}

test('what goes on from a shared search shows what that one shows', () => {
  const then = parse('* | sort count').query;
  assert.ok(then);
  const rest = { ...then, stages: then.stages.slice(1) };

  assert.equal(showsText(goOnFrom(statement('* | stats count BY host'), rest, 10)), false);
  assert.equal(showsText(goOnFrom(statement('* | stats count BY event'), rest, 10)), true);
});
