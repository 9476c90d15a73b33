import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openZone, print } from '../../../language/index.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import { type Annotation, annotationStatement, showAnnotation } from './annotations.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const RANGE = { from: NOON, to: NOON + HOUR_MS };
const ZONE = openZone('UTC') ?? assert.fail();
const DEPLOYS: Annotation = { name: 'Deploys', color: 1, source: 'query', query: 'kind=deploy' };
const INCIDENTS: Annotation = { ...DEPLOYS, source: 'incidents', query: null };

const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();
const show = (annotation: Annotation, rows: Record<string, unknown>[]) =>
  showAnnotation(annotation, { rows }, RANGE, ZONE);

test('incidents and queries are asked for in the range of the dashboard', () => {
  const moment = { now: NOON, zone: ZONE, earliest: '-1h', latest: 'now' };
  const asked = [DEPLOYS, INCIDENTS].map((each) => annotationStatement(each, new Map(), moment));

  assert.deepEqual(
    asked.map(({ tree, rowsMax, range }) => [print(tree), rowsMax, range.from]),
    [
      ['kind=deploy', 10000, 1768474800000],
      [
        'index=_alerts kind IN (fired, resolved) incident_id=* | table _time, kind, incident_id, event, level',
        10000,
        1768474800000,
      ],
    ],
  );
});

test('rows of a query are marks in the order of their time', () => {
  const marks = show(DEPLOYS, [
    { _time: at(5), text: 'second', event: 'unseen', level: 'warn', end: at(6) },
    { _time: NOON / 1_000, event: 'x'.repeat(501) },
    { _time: 'never', text: 'lost' },
    { _time: 8.64e12, text: 'out of reach' },
    { _time: null },
  ]);

  assert.deepEqual(marks, {
    name: 'Deploys',
    color: 1,
    isGrouped: false,
    marks: [
      { time: at(0), end: null, text: 'x'.repeat(500), level: '', count: 1 },
      { time: at(5), end: at(6), text: 'second', level: 'warn', count: 1 },
    ],
  });
});

test('an incident lasts from firing to being over, within the range', () => {
  const row = (incident: string, kind: string, minutes: number) => ({
    incident_id: incident,
    kind,
    _time: at(minutes),
    event: `${incident} ${kind}`,
    level: 'error',
  });
  const { marks } = show(INCIDENTS, [
    row('a', 'resolved', 20),
    row('a', 'fired', 10),
    row('b', 'fired', 30),
    row('c', 'resolved', 40),
    { incident_id: 'd', kind: 'fired', _time: 'never' },
  ]);

  assert.deepEqual(
    marks.map(({ time, end, text, count }) => [time, end, text, count]),
    [
      [at(0), at(40), 'c resolved', 1],
      [at(10), at(20), 'a fired', 1],
      [at(30), at(60), 'b fired', 1],
    ],
  );
});

test('two hundred marks are shown, and more are put together', () => {
  const rows = (length: number) =>
    Array.from({ length }, (_, index) => ({
      _time: at(index / 10),
      text: `m${index}`,
      level: 'info',
    }));

  const few = show(DEPLOYS, rows(200));
  assert.deepEqual([few.isGrouped, few.marks.length], [false, 200]);
  const many = show(DEPLOYS, rows(400));
  assert.equal(many.isGrouped, true);
  assert.equal(
    many.marks.reduce((sum, { count }) => sum + count, 0),
    400,
  );
  assert.deepEqual(
    [many.marks.length, many.marks[0], many.marks[1]],
    [
      80,
      { time: '2026-01-15T12:00:00.000Z', end: null, text: '5 marks', level: 'info', count: 5 },
      { time: '2026-01-15T12:00:30.000Z', end: null, text: '5 marks', level: 'info', count: 5 },
    ],
  );
  const wide = Array.from({ length: 201 }, (_, index) => ({
    _time: at(index * 60 * 24),
    text: `m${index}`,
    level: 'info',
  }));
  assert.deepEqual(
    [show(DEPLOYS, wide).marks.length, show(DEPLOYS, wide).marks[0]?.text],
    [200, 'm0'],
  );
});
