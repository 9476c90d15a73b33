import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askedItems,
  curlOf,
  EMPTY_DRAFT,
  readDraft,
  requestOf,
  whyNotRunnable,
} from './evaluation-draft.ts';
import { checksOf } from './ci-check.ts';
import { rowOfEvent, rowsOfText, rowsThatFit } from './event-rows.ts';
import { quoteParts } from './quote-parts.ts';

const draft = {
  ...EMPTY_DRAFT,
  criteria: 'Did it work?',
  items: [
    { id: '', description: 'The cache was warmed up' },
    { id: '', description: 'The cache was warmed up!' },
    { id: 'own', description: ' Rolled out ' },
    { id: 'empty', description: '  ' },
  ],
};

test('items get ids from their words, each its own, and empty ones are not asked', () => {
  assert.deepEqual(askedItems(draft), [
    { id: 'the-cache-was-warmed-up', description: 'The cache was warmed up' },
    { id: 'the-cache-was-warmed-up-2', description: 'The cache was warmed up!' },
    { id: 'own', description: 'Rolled out' },
  ]);
  assert.deepEqual(askedItems({ ...draft, mode: 'generic_verdict' }), []);
});

test('a request names only what differs from the defaults', () => {
  assert.deepEqual(requestOf({ ...draft, items: [] }, ['a'], false), {
    rows: ['a'],
    criteria: 'Did it work?',
  });
  assert.deepEqual(requestOf({ ...EMPTY_DRAFT, logCompression: false }, ['a'], true), {
    rows: ['a'],
    logCompression: false,
    preview: true,
  });
});

test('a request, a file and a command ask about parts as often as chosen', () => {
  const often = { ...EMPTY_DRAFT, criteria: 'a', strategy: 'split', samples: 3 } as const;
  const generic = { ...often, mode: 'generic_verdict' } as const;

  assert.deepEqual(requestOf(often, ['a'], false), {
    rows: ['a'],
    criteria: 'a',
    strategy: 'split',
    samples: 3,
  });
  assert.match(checksOf(often), /^strategy: split\nsamples: 3$/m);
  assert.doesNotMatch(JSON.stringify(requestOf(generic, ['a'], false)), /split|samples/);
});

test('a quote in the criteria stays inside its argument of the shell', () => {
  const source = { query: `index=web "it's"`, earliest: '-1h', latest: 'now' };
  const command = curlOf({ ...draft, criteria: `don't; rm -rf` }, source, 'https://logs.example');

  assert.match(command, /don'\\''t; rm -rf/);
  assert.match(command, /\$XPLAIN_TOKEN/);
});

test('a draft that cannot be read is an empty one', () => {
  assert.equal(readDraft('{'), EMPTY_DRAFT);
  assert.equal(readDraft(null), EMPTY_DRAFT);
  assert.equal(readDraft('{"criteria":"x"}').criteria, 'x');
});

test('without rows or criteria the reason is told', () => {
  assert.match(whyNotRunnable(draft, 0) ?? '', /No events/);
  assert.match(whyNotRunnable(EMPTY_DRAFT, 1) ?? '', /instruction/);
  assert.equal(whyNotRunnable(draft, 1), undefined);
});

test('an event becomes one row that names its time, level and source', () => {
  const event = {
    _time: '2026-11-15T08:00:00.000Z',
    _id: 'a1',
    level: 'error',
    source: 'pay',
    event: 'no',
  };
  assert.deepEqual(rowOfEvent(event), {
    text: '2026-11-15T08:00:00.000Z error pay no',
    eventId: 'a1',
  });
  assert.deepEqual(
    rowsOfText('a\r\n\n  \nb').map(({ text }) => text),
    ['a', 'b'],
  );
});

test('rows end where the request would be too large', () => {
  const rows = rowsOfText('aaaa\nbbbb\ncccc');
  assert.equal(rowsThatFit(rows, 2, 1_000).length, 2);
  assert.equal(rowsThatFit(rows, 10, 14).length, 2);
  assert.equal(rowsThatFit(rows, 10, 13).length, 1);
});

test('a quote is marked where it stands, and nothing is marked when its place is wrong', () => {
  assert.deepEqual(quoteParts('a failed b', 2, 8), { before: 'a ', quote: 'failed', after: ' b' });
  assert.deepEqual(quoteParts('short', 2, 80), { before: 'short', quote: '', after: '' });
  assert.deepEqual(quoteParts('short', null, null), { before: 'short', quote: '', after: '' });
  const long = quoteParts(`${'x'.repeat(500)}Q${'y'.repeat(500)}`, 500, 501);
  assert.equal(long.before.length, 161);
  assert.equal(long.after.length, 161);
});
