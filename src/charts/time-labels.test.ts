import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLabels } from './time-labels.ts';

const at = (text: string): number => Date.parse(`2026-01-${text}Z`);

test('a new day is named, other times are hours', () => {
  assert.deepEqual(timeLabels([at('30T20:00:00'), at('31T00:00:00'), at('31T04:00:00')], 'UTC'), [
    '20:00',
    '01-31',
    '04:00',
  ]);
});

test('days are days, and seconds are seconds', () => {
  assert.deepEqual(timeLabels([at('30T00:00:00'), at('31T00:00:00')], 'UTC'), ['01-30', '01-31']);
  assert.deepEqual(timeLabels([at('30T00:00:10')], 'Europe/Berlin'), ['01:00:10']);
});

test('parts of a second are told apart, with the minute they belong to', () => {
  assert.deepEqual(timeLabels([at('30T10:00:00.500'), at('30T10:00:00.520')], 'UTC'), [
    '00:00.5',
    '00:00.52',
  ]);
});

test('months have names, and the first of another year has the year', () => {
  const months = ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01'].map((day) =>
    Date.parse(`${day}T00:00:00Z`),
  );

  assert.deepEqual(timeLabels(months, 'UTC'), ['Nov', 'Dec', '2026-01', 'Feb']);
});

test('years are years', () => {
  const years = ['2024', '2025', '2026'].map((year) => Date.parse(`${year}-01-01T00:00:00Z`));

  assert.deepEqual(timeLabels(years, 'UTC'), ['2024', '2025', '2026']);
  assert.deepEqual(timeLabels([], 'UTC'), []);
});

test('every month has its name, and a single first of a month is a day', () => {
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1));

  assert.deepEqual(timeLabels(months, 'UTC'), [
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
    'Dec',
  ]);
  assert.deepEqual(timeLabels([Date.UTC(2026, 4, 1)], 'UTC'), ['05-01']);
  assert.deepEqual(timeLabels([Date.UTC(2025, 0, 1), Date.UTC(2026, 1, 1)], 'UTC'), [
    'Jan',
    '2026-02',
  ]);
});

test('hours, seconds and parts of them are as short as they can be', () => {
  const texts = [
    '30T10:00:00',
    '30T10:00:01',
    '30T10:00:01.005',
    '30T10:01:00',
    '31T10:00:00.500',
  ].map(at);

  assert.deepEqual(timeLabels(texts, 'UTC'), ['10:00', '10:00:01', '00:01.005', '10:01', '01-31']);
});
