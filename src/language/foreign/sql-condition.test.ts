import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../parser/parser.ts';
import { NotTranslatable } from './foreign-text.ts';
import { translateSql } from './translate-sql.ts';

/** What stands behind WHERE. */
const TRANSLATED: readonly (readonly [text: string, ours: string])[] = [
  ['a=1', 'a=1'],
  ['a==1', 'a=1'],
  ['a!=1', 'a!=1'],
  ['a<>1', 'a!=1'],
  ['a<1', 'a<1'],
  ['a<=1', 'a<=1'],
  ['a>1', 'a>1'],
  ['a>=1', 'a>=1'],
  ['a=-1', 'a=-1'],
  ['a=true', 'a=true'],
  ['a=FALSE', 'a=FALSE'],
  ["a='b c'", 'a="b c"'],
  ['"a b"=1', '"a b"=1'],
  ['`a b`=1', '"a b"=1'],
  ['a=1 OR b=2', 'a=1 OR b=2'],
  ['a=1 OR b=2 AND c=3', 'a=1 OR (b=2 c=3)'],
  ['(a=1 OR b=2) AND c=3', '(a=1 OR b=2) c=3'],
  ['(a=1)', 'a=1'],
  ['NOT a=1', 'NOT a=1'],
  ['NOT (a=1 AND b=2)', 'NOT (a=1 b=2)'],
  ['NOT NOT a=1', 'NOT NOT a=1'],
  ['a IS NULL', 'NOT a=*'],
  ['a IS NOT NULL', 'a=*'],
  ['ts IS NULL', 'NOT _time=*'],
  ['a IN (1,2)', 'a IN (1, 2)'],
  ["a IN ('x y')", 'a IN ("x y")'],
  ['a NOT IN (1, 2)', 'a=* NOT a IN (1, 2)'],
  ['NOT a IN (1)', 'NOT a IN (1)'],
  ["a LIKE 'x%'", 'a=x*'],
  ["a ILIKE '%x'", 'a=*x'],
  ["a LIKE '%x%'", 'a=*x*'],
  ["message LIKE '%x y%'", '"x y"'],
  ["message LIKE '%x%y%'", 'event=*x*y*'],
  ["message LIKE 'x%'", 'event=x*'],
  ["a NOT LIKE '%x*%'", 'a=* NOT a="*x\\**"'],
  ['a BETWEEN 1 AND 5', 'a>=1 a<=5'],
  ['a NOT BETWEEN 1 AND 5', 'a=* NOT (a>=1 a<=5)'],
  ["ts > '2026-01-30'", 'earliest="2026-01-30T00:00:00"'],
  ["ts <= '2026-01-30T10:00:00Z'", 'latest="2026-01-30T10:00:00Z"'],
  [
    "ts BETWEEN '2026-01-01' AND '2026-01-02'",
    'earliest="2026-01-01T00:00:00" latest="2026-01-02T00:00:00"',
  ],
  [
    "ts BETWEEN '2026-01-01' AND '2026-01-02' AND a=1",
    'a=1 earliest="2026-01-01T00:00:00" latest="2026-01-02T00:00:00"',
  ],
  ['ts > now()', 'earliest=now'],
  ['ts < now()', 'latest=now'],
  ["ts > now() - INTERVAL '1 hour'", 'earliest=-1h'],
  ["ts > now() - INTERVAL '2 days'", 'earliest=-2d'],
  ['ts > now() - INTERVAL 3 weeks', 'earliest=-3w'],
  ["ts > now() - INTERVAL '1' MONTH", 'earliest=-1mon'],
  ['ts > now() - INTERVAL 5 SECOND', 'earliest=-5s'],
  ["ts > now() - INTERVAL '123456 hour'", 'earliest=-123456h'],
  ["(ts > now() - INTERVAL '1 hour')", 'earliest=-1h'],
  ["(ts > now() - INTERVAL '1 hour') AND a=1", 'a=1 earliest=-1h'],
  ["created_at > '2026-01-30 10:00'", 'earliest="2026-01-30T10:00"'],
  ['(ts > now() AND a=1)', 'a=1 earliest=now'],
  ["a='x'' y'", 'a="x\' y"'],
  ["a='x\\'y'", 'a="x\'y"'],
  ["a='x\\\\y'", 'a="x\\\\y"'],
  ["a='x\\ny'", 'a="x\\\\ny"'],
  ['a=1;', 'a=1'],
  ["a = 'and'", 'a="and"'],
  ["a = 'or'", 'a="or"'],
  ["a='in'", 'a="in"'],
  ["a=''", 'a=""'],
];

test('conditions of SQL become a search', () => {
  for (const [text, ours] of TRANSLATED) {
    assert.equal(translateSql(`SELECT * FROM logs WHERE ${text}`), ours, text);
    assert.deepEqual(parse(ours).diagnostics, [], ours);
  }
});

test('conditions that a search cannot say are given up', () => {
  for (const text of [
    'a=b',
    "a~'b'",
    '5=1',
    'a=1 b=2',
    '(a=1',
    'a IS 5',
    'a IN 1',
    'a IN (1',
    'a BETWEEN 1 5',
    "ts BETWEEN '2026-01-01' '2026-01-02'",
    "ts = '2026-01-30'",
    "ts > 'yesterday'",
    "ts > '2026-1-30'",
    'ts > now',
    'ts > now() - INTERVAL 5 fortnight',
    "ts > now() - INTERVAL '1234567 hour'",
    'ts > now() - 5',
    'ts > now() - INTERVAL x hour',
    'NOT ts > now()',
    'a=1 OR ts > now()',
    '(a=1 OR ts > now())',
    'NOT (ts > now())',
    "a='open",
    'a=1; b',
    "time > '2026-01-30' OR a=1",
    "'a'=1",
  ]) {
    assert.throws(() => translateSql(`SELECT * FROM logs WHERE ${text}`), NotTranslatable, text);
  }
});

test('parentheses and NOT may stand inside one another thirty deep', () => {
  const grouped = (depth: number): string => `${'('.repeat(depth)}a=1${')'.repeat(depth)}`;
  const where = (text: string): string => translateSql(`SELECT * FROM logs WHERE ${text}`);

  assert.equal(where(grouped(29)), 'a=1');
  assert.equal(where(`${'NOT '.repeat(29)}a=1`), `${'NOT '.repeat(29)}a=1`);
  assert.throws(() => where(grouped(30)), NotTranslatable);
  assert.throws(() => where(`${'NOT '.repeat(30)}a=1`), NotTranslatable);
});
