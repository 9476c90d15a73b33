import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MinuteRow } from '../../engines/history/history.ts';
import { askPeers, minutesJson, readMinutes } from './peers.ts';
import type { Call } from './round/call-target.ts';
import type { Board } from './status-board.ts';

const now = Date.UTC(2026, 10, 16, 9, 30, 30);
const newest = Date.UTC(2026, 10, 16, 9, 30) / 60_000;
const oldest = newest - 48 * 60;

function row(minute: number, results: string): MinuteRow {
  const unknown = { httpMs: null, otlpMs: null, searchMs: null, serverMs: null };
  return { minute, results, reasons: '', ...unknown };
}

function notUsed(): never {
  throw new Error('not used here');
}

function fakeBoard(parts: Partial<Board>): Board {
  return {
    hasMinute: notUsed,
    addRound: notUsed,
    addPeerMinutes: notUsed,
    ownMinutes: notUsed,
    refresh: notUsed,
    incident: notUsed,
    incidents: notUsed,
    write: notUsed,
    tell: notUsed,
    ...parts,
  };
}

test('other probes are told the minutes of the last 48 hours', () => {
  const asked: number[] = [];
  const board = fakeBoard({
    ownMinutes: (from) => {
      asked.push(from);
      return [row(newest, 'ud')];
    },
  });
  const text = minutesJson(board, 'here', now);
  assert.deepEqual(JSON.parse(text), { place: 'here', minutes: [[newest, 'ud']] });
  assert.deepEqual(asked, [oldest]);
});

test('what a probe tells is read; what is no minute of now is left out', () => {
  const minutes = [
    [newest, 'ud'],
    [newest + 1, 'u'],
    [oldest, 's'],
    [oldest - 1, 'u'],
    [newest - 0.5, 'u'],
    ['7', 'u'],
    [newest - 1, 'x'],
    [newest - 1, 7],
    [newest - 1],
    null,
    7,
  ];
  assert.deepEqual(readMinutes(JSON.stringify({ place: 'there', minutes }), now), {
    place: 'there',
    minutes: [row(newest, 'ud'), row(oldest, 's')],
  });
});

for (const [text, expected] of [
  ['{', undefined],
  ['[]', undefined],
  ['7', undefined],
  ['{"minutes":[]}', undefined],
  ['{"place":7,"minutes":[]}', undefined],
  ['{"place":"there"}', { place: 'there', minutes: [] }],
  ['{"place":"there","minutes":7}', { place: 'there', minutes: [] }],
] as const) {
  test(`${text} is ${expected === undefined ? 'not ' : ''}what a probe says`, () => {
    assert.deepEqual(readMinutes(text, now), expected);
  });
}

test('the name of a place is cut after 120 characters', () => {
  const read = readMinutes(JSON.stringify({ place: 'x'.repeat(121) }), now);
  assert.equal(read?.place, 'x'.repeat(120));
});

test('every peer is asked, and one that does not answer well is left out', async () => {
  const text = JSON.stringify({ place: 'there', minutes: [[newest, 'u']] });
  const answer = (status: number, body = text) =>
    ({ kind: 'answer', status, text: body, headers: {}, ms: 1 }) as unknown as Awaited<
      ReturnType<Call>
    >;
  const answers: Record<string, Awaited<ReturnType<Call>>> = {
    'https://a.example.com/minutes.json': answer(200),
    'https://b.example.com/minutes.json': answer(429),
    'https://c.example.com/minutes.json': answer(500),
    'https://d.example.com/minutes.json': answer(200, '{'),
    'https://e.example.com/minutes.json': { kind: 'failure' } as unknown as Awaited<
      ReturnType<Call>
    >,
  };
  const added: unknown[] = [];
  const board = fakeBoard({ addPeerMinutes: (...reported) => void added.push(reported) });
  const peers = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.example.com`);
  await askPeers(async ({ url }) => answers[url] ?? notUsed(), board, peers, now);
  assert.deepEqual(added, [
    ['https://a.example.com', 'there', [row(newest, 'u')]],
    ['https://b.example.com', 'there', [row(newest, 'u')]],
  ]);
});
