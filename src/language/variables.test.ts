import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LIMITS } from '../spec/limits.ts';
import { complete } from './complete/complete.ts';
import { diagnose } from './diagnose/diagnose.ts';
import { format } from './format.ts';
import { helpAt } from './help.ts';
import { highlight } from './highlight.ts';
import { lintOutcome } from './lint/outcome-lints.ts';
import { parse } from './parser/parser.ts';
import { print } from './print/printer.ts';
import type { Variable, Variables } from './variables.ts';

const { variableValuesMax, variableCharactersMax, variablesCharactersMax } = LIMITS.query;

const ONE: Variables = new Map<string, Variable>([
  ['region', { values: ['eu-1'] }],
  ['hosts', { values: ['a b', 'c*'] }],
  ['all', { values: [] }],
  ['empty', { values: [''] }],
  ['wild', { values: ['web-*'], hasWildcards: true }],
  ['by', { values: ['service.name'], use: 'field' }],
  ['step', { values: ['5m'] }],
]);

/** The query with its values, as text. */
function bound(text: string, variables: Variables = ONE): string {
  const { query, diagnostics } = parse(text, { variables });
  assert.deepEqual(diagnostics, [], text);
  return print(query ?? assert.fail());
}

function problemOf(text: string, variables: Variables = ONE): unknown {
  const [first] = parse(text, { variables }).diagnostics;
  return first && [first.code, first.start, first.end];
}

test('a value takes the place of the variable, wherever a value, a term, a span or a field may stand', () => {
  const rows: readonly (readonly [text: string, printed: string])[] = [
    ['region=$region$', 'region=eu-1'],
    ['region!=$region$', 'region!=eu-1'],
    ['size>$region$', 'size>eu-1'],
    ['region=CASE($region$)', 'region=CASE(eu-1)'],
    ['$region$ failed', 'eu-1 failed'],
    ['TERM($region$)', 'TERM(eu-1)'],
    ['region IN ($region$, us)', 'region IN (eu-1, us)'],
    ['host=$wild$', 'host=web-*'],
    ['$by$=checkout', 'service.name=checkout'],
    ['$by$ IN (a, b)', 'service.name IN (a, b)'],
    ['* | where region=$region$', '* | where region="eu-1"'],
    ['* | where $by$=$region$', '* | where service.name="eu-1"'],
    ['* | eval r=$region$ . "x"', '* | eval r="eu-1" . "x"'],
    ['* | eval n=if(region=$region$, 1, 0)', '* | eval n=if(region="eu-1", 1, 0)'],
    ['* | timechart span=$step$ count BY $by$', '* | timechart span=5m count BY service.name'],
    ['* | bin span=$step$ _time', '* | bin span=5m _time'],
    ['* | stats count BY _time span=$step$', '* | stats count BY _time span=5m'],
    ['* | stats avg($by$) BY $by$', '* | stats avg(service.name) BY service.name'],
    ['* | table $by$, a', '* | table service.name, a'],
    ['* | top $by$', '* | top service.name'],
    ['* | sort -$by$', '* | sort -service.name'],
    ['* | fillnull value=$region$ a', '* | fillnull value=eu-1 a'],
    ['* | append [search region=$region$]', '* | append [search region=eu-1]'],
  ];
  for (const [text, printed] of rows) assert.equal(bound(text), printed);
});

test('several values are one of them, none of them, or alternatives', () => {
  assert.equal(bound('host=$hosts$'), String.raw`host IN ("a b", c\*)`);
  assert.equal(bound('host!=$hosts$'), String.raw`host=* NOT host IN ("a b", c\*)`);
  assert.equal(bound('host IN ($hosts$, d)'), String.raw`host IN ("a b", c\*, d)`);
  assert.equal(bound('NOT host IN ($hosts$)'), String.raw`NOT host IN ("a b", c\*)`);
  assert.equal(bound('x $hosts$'), String.raw`x ("a b" OR c\*)`);
  assert.equal(bound('* | where host=$hosts$'), '* | where host IN ("a b", "c*")');
  assert.equal(bound('* | where $hosts$!=host'), '* | where NOT host IN ("a b", "c*")');
  assert.equal(bound('* | where in(host, $hosts$)'), '* | where host IN ("a b", "c*")');
});

test('all values, or an empty one, leave the comparison out', () => {
  for (const name of ['all', 'empty']) {
    const rows: readonly (readonly [text: string, printed: string])[] = [
      [`region=$${name}$ failed`, 'failed'],
      [`region=$${name}$`, '*'],
      [`region!=$${name}$ a b`, 'a b'],
      [`a NOT region=$${name}$`, 'a'],
      [`a NOT region IN ($${name}$, b)`, 'a'],
      [`a (b OR region=$${name}$)`, 'a'],
      [`a size>$${name}$`, 'a'],
      [`$${name}$ a`, 'a'],
      [`a | where region=$${name}$`, 'a | where true()'],
      [`a | where b=1 AND region=$${name}$`, 'a | where b=1'],
      [`a | where b=1 OR region=$${name}$`, 'a | where true()'],
      [`a | where NOT region=$${name}$ AND b=1`, 'a | where b=1'],
      [`a | where region NOT IN ($${name}$) AND b=1`, 'a | where b=1'],
      [`a | where in(region, $${name}$) AND b=1`, 'a | where b=1'],
      [`a | timechart span=$${name}$ count`, 'a | timechart count'],
      [`a | stats count BY _time span=$${name}$`, 'a | stats count BY _time'],
      [`a | stats count | search region=$${name}$`, 'a | stats count | search *'],
    ];
    for (const [text, printed] of rows) assert.equal(bound(text), printed);
  }
});

test('a variable that nobody declared is an error with its place and the nearest name', () => {
  const [problem] = parse('a region=$regoin$', { variables: ONE }).diagnostics;

  assert.deepEqual(
    [problem?.code, problem?.start, problem?.end, problem?.fix?.text],
    ['unknown-variable', 9, 17, '$region$'],
  );
  assert.match(problem?.message ?? '', /Did you mean `\$region\$`\?/);
  assert.deepEqual(problemOf('* | where a=$nothing$'), ['unknown-variable', 12, 21]);
  assert.deepEqual(problemOf('a=$b$', new Map()), ['unknown-variable', 2, 5]);
});

test('in quotes, with other letters, and where there are no variables at all, it is text', () => {
  assert.equal(bound('"$region$" b="$region$"'), '$region$ b=$region$');
  assert.equal(bound('$PATH$ $5 a$ $region'), '$PATH$ $5 a$ $region');
  assert.equal(bound('* | eval a="$region$"'), '* | eval a="$region$"');
  assert.equal(bound('* | where searchmatch("a=$region$")'), '* | where searchmatch("a=$region$")');
  assert.equal(print(parse('a=$region$').query ?? assert.fail()), 'a=$region$');
});

test('elsewhere, or with more or fewer values than fit, a variable is an error at its place', () => {
  const rows: readonly (readonly [text: string, start: number, end: number])[] = [
    ['host=web-$region$', 9, 17],
    ['a$region$b', 1, 9],
    ['earliest=$step$ a', 9, 15],
    ['size>$hosts$', 5, 12],
    ['$region$=5', 0, 8],
    ['a=$by$', 2, 6],
    ['CASE($hosts$)', 5, 12],
    ['* | where a>$hosts$', 12, 19],
    ['* | eval a=$hosts$', 11, 18],
    ['* | eval a=$all$', 11, 16],
    ['* | eval a=len($all$)', 15, 20],
    ['* | where match(a, $region$)', 19, 27],
    ['* | where match(a, "x" . $region$)', 25, 33],
    ['* | where a LIKE $region$', 17, 25],
    ['* | where like(a, $region$ . "%")', 18, 26],
    ['* | eval a=strftime(b, $region$)', 23, 31],
    ['* | eval a=relative_time(b, $step$)', 28, 34],
    ['* | eval a=tostring(b, $region$)', 23, 31],
    ['* | regex a=$region$', 12, 20],
    ['* | rex $region$', 8, 16],
    ['* | top limit=$step$ a', 14, 20],
    ['* | stats count BY $region$', 19, 27],
    ['* | lookup $region$ a', 11, 19],
    ['* | savedsearch $region$', 16, 24],
    ['* | timechart span=$hosts$ count', 19, 26],
    ['* | fillnull value=$all$ a', 19, 24],
  ];
  for (const [text, start, end] of rows) {
    const { query, diagnostics } = parse(text, { variables: ONE });
    assert.equal(query, undefined, text);
    assert.ok(
      diagnostics.some((each) => each.start === start && each.end === end),
      `${text}: ${JSON.stringify(diagnostics)}`,
    );
  }
  assert.ok(parse('* | $region$', { variables: ONE }).diagnostics.length > 0);
  assert.ok(parse('* | head $region$', { variables: ONE }).diagnostics.length > 0);
});

test('values are bounded in number and length', () => {
  const of = (values: readonly string[]): Variables => new Map([['v', { values }]]);
  const many = Array.from({ length: variableValuesMax }, (_, i) => `v${i}`);
  const long = 'x'.repeat(variableCharactersMax);

  assert.deepEqual(parse('a=$v$', { variables: of(many) }).diagnostics, []);
  assert.deepEqual(problemOf('a=$v$', of([...many, 'more'])), ['invalid-value', 2, 5]);
  assert.deepEqual(parse('a=$v$', { variables: of([long]) }).diagnostics, []);
  assert.deepEqual(problemOf('a=$v$', of([`${long}x`])), ['invalid-value', 2, 5]);

  const whole = of(Array.from({ length: variableValuesMax }, () => long));
  const times = variablesCharactersMax / (variableValuesMax * variableCharactersMax);
  const list = Array.from({ length: times }, () => '$v$').join(', ');
  assert.deepEqual(parse(`a IN (${list})`, { variables: whole }).diagnostics, []);
  assert.equal(
    parse(`a IN (${list}, $v$)`, { variables: whole }).diagnostics[0]?.code,
    'text-too-long',
  );
});

test('editors know variables: what they mark, offer, say and leave as it is', () => {
  const text = 'region=$region$ | where a=$region$';

  const marks = highlight(text, ONE).filter(({ kind }) => kind === 'variable');
  assert.deepEqual(
    marks.map(({ start }) => start),
    [7, 26],
  );
  assert.deepEqual(
    highlight(text).filter(({ kind }) => kind === 'variable'),
    [],
  );
  assert.match(helpAt(text, 8, ONE)?.summary ?? '', /the value `eu-1`/);
  assert.match(helpAt('a=$all$', 3, ONE)?.summary ?? '', /omitted/);
  assert.equal(
    format('region=$region$   OR a|where  b=$region$ | stats count  by x', ONE),
    'region=$region$   OR a\n| where  b=$region$\n| stats count BY x',
  );
  assert.deepEqual(diagnose(text, {}, { variables: ONE }), []);
  const advised = (query: string): readonly string[] =>
    diagnose(query, {}, { variables: ONE }).map(({ code }) => code);
  assert.deepEqual(advised('x $hosts$'), []);
  assert.deepEqual(advised('* | where $region$="a" OR $by$="b"'), []);
  assert.deepEqual(lintOutcome(parse('$region$', { variables: ONE }), { matched: 0 }), []);

  const offered = (query: string): string[] =>
    complete(query, query.length, {
      fields: [],
      values: () => [],
      indexes: [],
      savedSearches: [],
      lookups: [],
      variables: ONE,
    })
      .items.filter(({ kind }) => kind === 'variable')
      .map(({ apply }) => apply);
  assert.deepEqual(offered('region=$re'), ['$region$']);
  assert.deepEqual(offered('* | where a=$h'), ['$hosts$']);
  assert.deepEqual(offered('* | timechart span=$s'), ['$step$']);
  assert.deepEqual(offered('* | stats count BY '), ['$by$']);
  assert.deepEqual(offered('region="$re'), []);
  assert.deepEqual(offered('* | where a=$region$ AND b=$re'), ['$region$']);
});

test('the page about variables tells how they are read', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/language/variables.md'), 'utf8');
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replaceAll('\\|', '\0').split('|').slice(1, -1));

  assert.ok(cells.length >= 14);
  for (const row of cells) {
    const [written = '', chosen = '', read = ''] = row.map((cell) =>
      cell.replaceAll('\0', '|').trim(),
    );
    const values = [...chosen.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);
    assert.ok(values.length > 0 || chosen === 'all', chosen);
    assert.equal(bound(written.slice(1, -1), new Map([['v', { values }]])), read.slice(1, -1));
  }
  assert.ok(
    page.includes(`up to ${variableValuesMax} values of ${variableCharactersMax} characters`),
  );
});
