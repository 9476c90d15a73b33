import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helpAt } from './help.ts';

/** Help where the ‸ stands. */
function at(text: string): ReturnType<typeof helpAt> {
  return helpAt(text.replace('‸', ''), text.indexOf('‸'));
}

test('commands, aliases, functions, aggregations, options and words explain themselves', () => {
  const rows: readonly (readonly [text: string, title: string, page: string])[] = [
    ['* | st‸ats count', 'stats', 'stats.md'],
    ['* | buc‸ket _time', 'bin', 'bin.md'],
    ['* | eval x=up‸per(y)', 'upper', 'functions.md'],
    ['* | eval x=ce‸il(y)', 'ceiling', 'functions.md'],
    ['* | eval x=CA‸SE(a=1, 2)', 'case', 'functions.md'],
    ['CA‸SE(Error)', 'CASE', 'search.md'],
    ['TE‸RM(a)', 'TERM', 'search.md'],
    ['* | stats p9‸5(x)', 'p95', 'aggregations.md'],
    ['* | stats count(ev‸al(a=1))', 'eval', 'stats.md'],
    ['* | timechart sp‸an=5m count', 'span', 'timechart.md'],
    ['* | timechart use‸other=f count', 'useother', 'timechart.md'],
    ['earl‸iest=-1h', 'earliest', 'time.md'],
    ['a O‸R b', 'OR', 'search.md'],
    ['* | stats count b‸y x', 'BY', 'stats.md'],
    ['* | convert cti‸me(x)', 'ctime', 'convert.md'],
    ['* | sort n‸um(x)', 'num', 'sort.md'],
    ['_ti‸me>5', '_time', 'README.md'],
    ['* | table _r‸aw', '_raw', 'README.md'],
    ['* | where a=1 an‸d b=2', 'AND', 'where.md'],
  ];
  for (const [text, title, page] of rows) {
    const help = at(text);
    assert.deepEqual([help?.title, help?.page], [title, page], text);
    assert.match(help?.summary ?? '', /\.$/, text);
  }
});

test('the range of the word and the default of an option come along', () => {
  const help = at('* | top lim‸it=5 x');

  assert.deepEqual([help?.start, help?.end], [8, 13]);
  assert.equal(help?.syntax, 'limit=<integer>');
  assert.match(help?.summary ?? '', /Default: 10\./);
});

test('values, text, other fields and white space have no help', () => {
  for (const text of [
    'stat‸us=200',
    'status=2‸00',
    'a ‸ b',
    '* ‸| head',
    '* | head‸',
    '"te‸xt"',
    '‸',
  ]) {
    assert.equal(at(text), undefined, text);
  }
});
