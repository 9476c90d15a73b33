import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../parser/parser.ts';
import { resolveStored } from './resolve-stored.ts';

const NOW = Date.parse('2026-08-05T12:00:00Z');
const HOUR_MS = 3_600_000;
const CONTEXT = { now: NOW, timeZone: 'UTC' };

const STORED: readonly (readonly [text: string, expected: unknown])[] = [
  ['error', undefined],
  ['error earliest=-1h', undefined],
  ['| makeresults', undefined],
  ['error _index_earliest=-1h', { kind: 'stored', from: NOW - HOUR_MS, to: undefined }],
  ['error _index_latest=-1h', { kind: 'stored', from: undefined, to: NOW - HOUR_MS }],
  [
    'error _index_earliest=-2h _index_latest=-1h',
    { kind: 'stored', from: NOW - 2 * HOUR_MS, to: NOW - HOUR_MS },
  ],
  [
    '| tstats count WHERE _index_earliest=-1h',
    { kind: 'stored', from: NOW - HOUR_MS, to: undefined },
  ],
  [
    'error _index_earliest=-1h _index_latest=-1h',
    { kind: 'problem', message: 'The ingest time range ends before it starts.' },
  ],
  [
    'error _index_earliest=-1h _index_latest=-2h',
    { kind: 'problem', message: 'The ingest time range ends before it starts.' },
  ],
  ['* | search _index_earliest=-1h', undefined],
];

for (const [text, expected] of STORED) {
  test(`${text} is bound to ${JSON.stringify(expected) ?? 'nothing'}`, () => {
    const { term, ...bounds } = { term: undefined, ...resolveStored(parse(text).query, CONTEXT) };
    assert.deepEqual(bounds, expected ?? {});
    assert.equal(term?.start, 'message' in bounds ? text.indexOf('_index_latest') : undefined);
  });
}

test('a time that cannot be is a problem, whichever bound it is', () => {
  for (const text of ['error _index_earliest=-999999y', 'error _index_latest=-999999y']) {
    assert.equal(resolveStored(parse(text).query, CONTEXT)?.kind, 'problem', text);
  }
  assert.equal(resolveStored(undefined, CONTEXT), undefined);
});
