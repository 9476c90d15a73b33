import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPastedRange } from './paste-range.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const CONTEXT = { now: NOW, timeZone: 'UTC' };
const PRESENT = { from: Date.UTC(2026, 10, 15, 10), to: NOW };

function read(text: string): string | undefined {
  const range = readPastedRange(text, PRESENT, CONTEXT);
  return range === undefined ? undefined : `${range.earliest} ${range.latest}`;
}

const TEN_TO_ELEVEN = '2026-01-31T10:00:00.000Z 2026-01-31T11:00:00.000Z';

for (const text of [
  '{"from":"2026-01-31T10:00:00Z","to":"2026-01-31T11:00:00Z"}',
  '{"range":{"@timestamp":{"gte":1769853600000,"lt":1769857200000}}}',
  '["2026-01-31T10:00:00Z", "2026-01-31T11:00:00Z"]',
  '2026-01-31T10:00:00Z/2026-01-31T11:00:00Z',
  '2026-01-31T11:00:00+00:00 to 2026-01-31T10:00:00+00:00',
  '2026-01-31 10:00 - 2026-01-31 11:00',
  '[31/Jan/2026:10:00:00 +0000] … [31/Jan/2026:11:00:00 +0000]',
  '01/31/2026:10:00:00 01/31/2026:11:00:00',
  '31/01/2026 10:00, 31/01/2026 11:00',
  '2026/01/31 10:00:00,000 2026/01/31 11:00:00',
  '31 Jan 2026 10:00:00 until 31 Jan 2026 11:00:00',
  'Jan 31 10:00:00 Jan 31 11:00:00',
  'Jan 31, 2026 10:00:00 – Jan 31, 2026 11:00:00',
  '1769853600 1769857200',
  '1769853600000,1769857200000',
  '1769853600000000 1769857200000000',
  '1769853600000000000;1769857200000000000',
]) {
  test(`a range is read from ${text}`, () => {
    assert.equal(read(text), TEN_TO_ELEVEN);
  });
}

test('relative times stay relative', () => {
  assert.equal(read('-1h@h'), '-1h@h now');
  assert.equal(read('-2d to -1d'), '-2d -1d');
  assert.equal(read('@d..now'), '@d now');
});

test('a single instant moves the nearer end', () => {
  assert.equal(read('2026-11-15T10:10:00Z'), '2026-11-15T10:10:00.000Z 2026-11-15T12:00:00.000Z');
  assert.equal(read('2026-11-15T11:50:00Z'), '2026-11-15T10:00:00.000Z 2026-11-15T11:50:00.000Z');
  assert.equal(read('2026-11-15T08:00:00Z'), '2026-11-15T08:00:00.000Z 2026-11-15T12:00:00.000Z');
});

test('times without an offset are read on the clock of the organization', () => {
  const range = readPastedRange('2026-07-01 10:00 2026-07-01 11:00', PRESENT, {
    now: NOW,
    timeZone: 'Europe/Berlin',
  });

  assert.equal(range?.earliest, '2026-07-01T08:00:00.000Z');
});

test('text without a time is no range', () => {
  for (const text of ['', 'hello world', '{"a":1', '99/99/2026', '12345', '{}', 'null']) {
    assert.equal(read(text), undefined, text);
  }
});
