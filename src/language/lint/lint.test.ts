import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINTS, type Lint, type LintCode, type LintFacts } from './make-lint.ts';
import { lintOutcome, type Outcome } from './outcome-lints.ts';
import { lint } from './lint.ts';
import { parse } from '../parser/parser.ts';

const fields = new Set(['status', 'level', 'host', 'first', 'last', 'user-agent', 'http.status']);
const clock = { now: Date.parse('2026-08-05T12:00:00Z'), timeZone: 'Europe/Berlin' };

function lintsOf(text: string, facts: LintFacts = {}): Lint[] {
  const result = parse(text);
  assert.deepEqual(result.diagnostics, [], text);
  return lint(result, facts);
}

/** The text after every offered change has been made, last one first. */
function repaired(text: string, lints: readonly Lint[]): string {
  let changed = text;
  for (const { fix } of lints.toReversed()) {
    if (fix === undefined) continue;
    changed = changed.slice(0, fix.start) + fix.text + changed.slice(fix.end);
  }
  return changed;
}

type Row = readonly [code: LintCode, text: string, rewritten: string, facts?: LintFacts];

/** Each advice with the query that gets it and the query it leads to. */
const ADVICE: readonly Row[] = [
  ['read-otherwise', '* | makemv setsv=true host', '* | makemv setsv=true host'],
  ['or-precedence', 'web error OR fail', 'web (error OR fail)'],
  ['not-equal', 'status!=200', 'NOT status=200'],
  ['lowercase-operator', 'error or timeout', 'error OR timeout'],
  ['lowercase-operator', 'error and timeout', 'error AND timeout'],
  ['lowercase-operator', 'not error', 'NOT error'],
  ['leading-wildcard', '*fail', '*fail'],
  ['leading-wildcard', 'host=*web', 'host=*web'],
  ['escaped-star', 'C:\\temp\\*', 'C:\\temp\\\\*'],
  ['colon-term', 'level:error', 'level=error'],
  ['colon-term', 'status:500', 'status=500', { fields }],
  ['curly-quotes', '“connection refused”', '"connection refused"'],
  ['minus-term', 'error -debug', 'error NOT debug'],
  ['missing-pipe', 'stats count by host', '* | stats count by host'],
  ['quoted-field', '* | where "status"=200', '* | where status=200'],
  ['quoted-field', '* | where "http status"=200', "* | where 'http status'=200"],
  ['unknown-field', '* | where level=error', '* | where level="error"', { fields }],
  ['unknown-field', '* | where statuss > 5', '* | where status > 5', { fields }],
  [
    'unknown-field',
    '* | stats count BY host | where cuont > 5',
    '* | stats count BY host | where count > 5',
  ],
  ['dotted-name', '* | eval x=a.b', "* | eval x='a.b'"],
  ['dotted-name', '* | eval x=first.last', '* | eval x=first . last', { fields }],
  [
    'hyphen-name',
    '* | eval x=user-agent',
    "* | eval x='user-agent'",
    { fields: new Set([...fields, 'user', 'agent']) },
  ],
  ['hyphen-name', '* | eval x=a-b', "* | eval x='a-b'"],
  ['bare-literal', '* | eval x=null', '* | eval x=null()'],
  ['bare-literal', '* | where level=TRUE', '* | where level="true"'],
  ['bare-literal', '* | where level=null', '* | where level=null'],
  ['count-star', '* | stats count(*)', '* | stats count'],
  ['sort-limit', '* | sort -status', '* | sort 0 -status'],
  ['row-order', '* | streamstats count', '* | sort 0 _time | streamstats count'],
  ['dedup-text', '* | dedup event', '* | dedup event'],
  ['future-latest', 'latest=+1d', 'latest=+1d', clock],
  ['empty-range', 'earliest=-1h latest=-2h', 'earliest=-1h latest=-2h', clock],
  ['empty-range', 'earliest=+1h', 'earliest=+1h', clock],
  ['multivalue-not-equal', 'host!=a', 'host!=a', { multivalueFields: new Set(['host']) }],
];

for (const [code, text, rewritten, facts] of ADVICE) {
  test(`${code}: ${text}`, () => {
    const lints = lintsOf(text, facts);

    assert.deepEqual([...new Set(lints.map((each) => each.code))], [code]);
    assert.equal(repaired(text, lints), rewritten);
    if (rewritten !== text) assert.deepEqual(lintsOf(rewritten, facts), []);
  });
}

test('queries that mean what they say get no advice', () => {
  const clean = [
    'web (error OR fail)',
    'error OR timeout',
    '"or" and',
    'NOT status=200',
    'host=web* fail*',
    '"C:\\\\temp\\\\*"',
    'pod:port',
    'http://example.com/x',
    '10:30:00',
    'statistics of the day',
    "* | where 'http.status'=200 AND status=5",
    '* | eval x=http.status . first',
    '* | eval sum=status + 1, twice=sum * 2',
    '* | where status=level',
    '* | stats count BY host | where count > 5 AND host="a"',
    '* | stats count | where count > 5 | eval x=count',
    '* | rex "(?<port>\\d+)" | where port > 1',
    '* | sort 0 _time | streamstats count',
    '* | timechart count | accum count',
    '* | sort 10 -status',
    '* | dedup host',
    'earliest=-1h latest=now',
    '* | transaction startswith="a b OR c"',
  ];
  for (const text of clean) assert.deepEqual(lintsOf(text, { fields, ...clock }), [], text);
});

test('subsearches get advice, too', () => {
  const lints = lintsOf('a [search b c OR d | sort e | fields f]');

  assert.deepEqual(
    lints.map((each) => each.code),
    ['or-precedence', 'sort-limit'],
  );
});

test('a query that cannot be read gets no advice', () => {
  assert.deepEqual(lint(parse('a b OR c | nope')), []);
  assert.deepEqual(lintOutcome(parse('a | nope'), { matched: 0 }), []);
});

test('what came out of a run is explained where it happened', () => {
  const text = 'fail "bad luck" x* | stats count BY host | join host [search a]';
  const outcome: Outcome = {
    matched: 0,
    dropped: [
      { stage: 1, field: 'host', rows: 1234 },
      { stage: 1, field: 'nope', rows: 1 },
      { stage: 9, field: 'host', rows: 1 },
    ],
    cuts: [
      { stage: 2, rows: 50_000 },
      { stage: 9, rows: 1 },
    ],
  };

  const lints = lintOutcome(parse(text), outcome);

  assert.deepEqual(
    lints.map(({ code, start, end }) => [code, text.slice(start, end)]),
    [
      ['no-word-hit', 'fail'],
      ['no-word-hit', '"bad luck"'],
      ['rows-dropped', 'host'],
      ['subsearch-cut', 'join host [search a]'],
    ],
  );
  assert.match(lints[2]?.message ?? '', /1,234 rows without `host` are excluded/);
  assert.equal(
    repaired(text, lints),
    '*fail* "*bad luck*" x* | fillnull value="(none)" host | stats count BY host | join host [search a]',
  );
  assert.deepEqual(lintOutcome(parse(text), { matched: 5 }), []);
});

test('a generating command has nothing to fill before it', () => {
  const [only] = lintOutcome(parse('| tstats count BY host'), {
    dropped: [{ stage: 0, field: 'host', rows: 1 }],
  });

  assert.equal(only?.fix, undefined);
  assert.match(only?.message ?? '', /1 row without `host` is excluded/);
});

test('fields that rows are grouped by are told when they have too many values', () => {
  const crowded = [
    { name: 'user', distinct: 150_000, recommendedMax: 100_000, advice: 'Filter it.' },
    { name: 'source', distinct: 120, recommendedMax: 100, advice: 'Shorten it.' },
  ];
  const reported = (text: string): string[] =>
    lintOutcome(parse(text), { crowded }).map(
      ({ code, start, end }) => `${code} ${text.slice(start, end)}`,
    );

  for (const text of [
    '* | stats count BY host, user',
    '* | timechart count BY user',
    '* | chart count OVER user BY host',
    '* | top user',
    '* | rare host BY user',
    '* | eventstats count BY user',
    '| tstats count BY user',
  ]) {
    assert.deepEqual(reported(text), ['many-values user'], text);
  }
  assert.deepEqual(reported('user=7 | stats count BY host'), []);
  const [first] = lintOutcome(parse('* | stats count BY user'), { crowded });
  assert.equal(
    first?.message,
    '`user` has about 150,000 distinct values (estimated). At most 100,000 are recommended. Filter it.',
  );
});

test('every advice has a test', () => {
  const tested = new Set<string>([
    ...ADVICE.map(([code]) => code),
    'rows-dropped',
    'many-values',
    'subsearch-cut',
    'no-word-hit',
  ]);

  assert.deepEqual(
    Object.keys(LINTS).filter((code) => !tested.has(code)),
    [],
  );
});
