import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { DIAGNOSTICS, querySyntaxError } from './diagnostics.ts';
import { parse } from '../parser/parser.ts';

test('a query that cannot be read becomes an error with every position', () => {
  const error = querySyntaxError(parse('a | wher b | stats cont').diagnostics);

  assert.equal(error.code, 'QUERY_SYNTAX_ERROR');
  assert.equal(error.message, 'Unknown command `wher`. Did you mean `where`?');
  assert.deepEqual(error.facts.details, [
    {
      path: 'query',
      message: 'Unknown command `wher`. Did you mean `where`?',
      position: 4,
      fix: { label: 'Use where', start: 4, end: 8, text: 'where' },
    },
    {
      path: 'query',
      message: 'Unknown aggregation `cont`. Did you mean `count`?',
      position: 19,
      fix: { label: 'Use count', start: 19, end: 23, text: 'count' },
    },
  ]);
});

test('advice is no error, and no more problems are listed than an answer may hold', () => {
  const problem = parse('a | nope').diagnostics.at(0);
  assert.ok(problem);
  const many = Array.from({ length: LIMITS.http.detailsMax + 5 }, () => problem);

  assert.equal(querySyntaxError(many).facts.details?.length, LIMITS.http.detailsMax);
  assert.deepEqual(querySyntaxError([{ ...problem, severity: 'hint' }]).facts.details, []);
});

test('problems name what could stand there instead', () => {
  const expectedOf = (text: string): readonly string[] =>
    parse(text).diagnostics[0]?.expected ?? [];

  assert.deepEqual(expectedOf('a | rename b c'), ['`AS`']);
  assert.deepEqual(expectedOf('a | stat'), ['`stats`']);
  assert.deepEqual(expectedOf('a | eval x'), ['`=`']);
  assert.deepEqual(expectedOf('status='), ['a value']);
  assert.ok(expectedOf('a | dedup b keepempt=t').includes('`keepempty=`'));
});

test('a fix leads to a query without this problem', () => {
  const rows = [
    'a | stat count',
    '(a OR b',
    'a b)',
    '| table host',
    'a | eval x=1 + (b=c)',
    'a | where b=1 && c=2',
    "user='bob smith'",
    "'some text'",
    'a | dedup b keepempt=t',
    'a |',
    'a | append [index=b]',
    '"open',
  ];
  for (const text of rows) {
    const [problem] = parse(text).diagnostics;
    assert.ok(problem?.fix, text);
    const { start, end, text: instead } = problem.fix;
    const repaired = text.slice(0, start) + instead + text.slice(end);
    assert.deepEqual(parse(repaired).diagnostics, [], repaired);
  }
});

test('every code is shown by a case of the golden files, or by a test of its own', () => {
  const folder = join(import.meta.dirname, '../golden');
  const golden = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const elsewhere = [
    'text-too-long',
    'too-many-problems',
    'too-many-stages',
    'too-many-terms',
    'macro-refused',
    'macro-too-deep',
    'unknown-variable',
    'variable-placement',
  ];

  const missing = Object.keys(DIAGNOSTICS).filter(
    (code) => !elsewhere.includes(code) && !golden.some((text) => text.includes(` ${code} `)),
  );

  assert.deepEqual(missing, []);
});
