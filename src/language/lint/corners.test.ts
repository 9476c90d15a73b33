/** What advice depends on beside the text: the clock, and the fields somebody has looked at. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOfEvents, lint } from './lint.ts';
import { parse } from '../parser/parser.ts';
import type { LintFacts } from './make-lint.ts';
import { lintOutcome } from './outcome-lints.ts';

const NOW = Date.parse('2026-08-05T12:00:00Z');
const CLOCK: LintFacts = { now: NOW, timeZone: 'UTC' };

function said(text: string, facts: LintFacts): string[] {
  return lint(parse(text), facts).map(
    ({ code, severity, start, end }) => `${code} ${severity} ${text.slice(start, end)}`,
  );
}

const TIMES: readonly (readonly [text: string, ...advice: readonly string[]])[] = [
  ['error earliest=-1h'],
  ['error earliest=-1h latest=now'],
  ['error latest=+60s'],
  ['error latest=+61s', 'future-latest hint latest=+61s'],
  ['error earliest=now', 'empty-range warning earliest=now'],
  ['error earliest=-1s'],
  ['error earliest=-1h latest=-1h', 'empty-range warning latest=-1h'],
  ['error earliest=-1h latest=-2h', 'empty-range warning latest=-2h'],
  ['error latest=-2h'],
  [
    'error earliest=+2h latest=+1h',
    'future-latest hint latest=+1h',
    'empty-range warning latest=+1h',
  ],
  ['error _index_earliest=-1h'],
  ['error _index_latest=-1h'],
  ['error _index_earliest=now', 'empty-range warning _index_earliest=now'],
  ['error _index_earliest=-1h _index_latest=-1h', 'empty-range warning _index_latest=-1h'],
  ['error _index_earliest=-2h _index_latest=-1h'],
  ['| tstats count WHERE earliest=now', 'empty-range warning earliest=now'],
  ['| makeresults | where 1=1'],
];

for (const [text, ...advice] of TIMES) {
  test(`${text} gets ${advice.length === 0 ? 'no advice' : advice.join(', ')}`, () => {
    assert.deepEqual(said(text, CLOCK), advice);
    assert.deepEqual(said(text, {}), [], 'without a clock nothing is said');
  });
}

test('times are those of the zone, and of UTC where none is given', () => {
  const text = 'error earliest=@d latest="2026-08-04T23:00:00"';
  const inZone = (timeZone?: string) =>
    said(text, timeZone === undefined ? { now: NOW } : { now: NOW, timeZone });

  assert.deepEqual(inZone(), ['empty-range warning latest="2026-08-04T23:00:00"']);
  assert.deepEqual(inZone('UTC'), inZone());
  assert.deepEqual(
    said('error latest="2026-08-05T13:00:00"', { now: NOW, timeZone: 'Europe/Berlin' }),
    [],
  );
  assert.deepEqual(said('error latest="2026-08-05T13:00:00"', { now: NOW }), [
    'future-latest hint latest="2026-08-05T13:00:00"',
  ]);
});

const fields = new Set(['host', 'status']);

test('fields that no event has are told once each, by whoever has looked', () => {
  const text = '* | stats count(hots), max(hots)';
  const isAll = { fields, looked: { events: 12_345, isAll: true } };

  assert.deepEqual(said(text, {}), []);
  assert.deepEqual(said(text, { fields }), []);
  assert.deepEqual(said(text, isAll), ['unknown-field warning hots']);
  const messages = (facts: LintFacts) => lint(parse(text), facts).map(({ message }) => message);
  assert.deepEqual(messages(isAll), [
    'No event in the time range has a field `hots`. Did you mean `host`?',
  ]);
  assert.deepEqual(messages({ fields, looked: { events: 12_345, isAll: false } }), [
    'None of the newest 12,345 events in the time range has a field `hots`. Did you mean `host`?',
  ]);
});

const NEEDED: readonly (readonly [text: string, ...names: readonly string[]])[] = [
  ['* | stats count BY a, b', 'a', 'b'],
  ['* | where x > 5 AND y = 1', 'x', 'y'],
  ['* | eval total=p+q | where total > 1', 'p', 'q'],
  ['* | eval p=p+1'],
  ['* | eval p=q, r=p', 'q'],
  ['* | stats count BY a | where b > 1', 'a'],
  ['* | head 5'],
  ['('],
];

for (const [text, ...names] of NEEDED) {
  test(`${text} needs ${names.join(', ') || 'nothing'} of the events`, () => {
    assert.deepEqual([...fieldsOfEvents(parse(text))], names);
  });
}

const FOREIGN: readonly (readonly [name: string, nearest: string | undefined])[] = [
  ['@timestamp', '_time'],
  ['app', 'service'],
  ['body', 'event'],
  ['datetime', '_time'],
  ['hostname', 'host'],
  ['instance', 'host'],
  ['job', 'service'],
  ['line', 'event'],
  ['log_level', 'level'],
  ['logger', 'source'],
  ['loglevel', 'level'],
  ['message', 'event'],
  ['msg', 'event'],
  ['severity', 'level'],
  ['nothing_alike', undefined],
];

for (const [name, nearest] of FOREIGN) {
  test(`instead of ${name} ${nearest ?? 'nothing'} is offered`, () => {
    const known = new Set(['_time', 'service', 'event', 'host', 'level', 'source']);
    const text = `* | stats count BY '${name}'`;
    const [advice] = lint(parse(text), { fields: known, looked: { events: 5, isAll: true } });

    assert.equal(advice?.code, 'unknown-field');
    assert.equal(advice.fix?.text, nearest);
  });
}

test('a job without services is a source', () => {
  const facts = { fields: new Set(['source']), looked: { events: 5, isAll: true } };

  assert.equal(lint(parse('* | stats count BY job'), facts)[0]?.fix?.text, 'source');
});

test('a word that was not found may be part of a longer one', () => {
  const outcome = (text: string, matched?: number) =>
    lintOutcome(parse(text), matched === undefined ? {} : { matched }).map(
      ({ code, fix }) => `${code} ${fix?.text}`,
    );

  assert.deepEqual(outcome('fail "time out" host=a', 0), [
    'no-word-hit *fail*',
    'no-word-hit "*time out*"',
  ]);
  assert.deepEqual(outcome('fail', 1), []);
  assert.deepEqual(outcome('fail'), []);
  assert.deepEqual(outcome('(', 0), []);
  assert.deepEqual(outcome('', 0), []);
  assert.deepEqual(outcome('fa*', 0), []);
});
