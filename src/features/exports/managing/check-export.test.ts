import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { checkTimes, readExportQuery, readInstant, readStart } from './check-export.ts';

const now = Date.UTC(2026, 2, 3, 12);
const day = 86_400_000;

function invalid(path: string, message: string): AppError {
  return new AppError('VALIDATION_ERROR', 'Invalid input.', {
    details: [{ path, message }],
  });
}

for (const [mode, text, position, message] of [
  ['archive', '| makeresults', 2, 'An archive query must start with a search for events.'],
  [
    'archive',
    'search a | where b > 1 | stats count',
    25,
    "Archives don't support `stats`, because it needs more than one event. Use a report.",
  ],
  ['archive', 'a earliest=-1h', 0, 'Archives use ingest time. Remove times from the query.'],
  ['archive', 'a latest=now', 0, 'Archives use ingest time. Remove times from the query.'],
  [
    'archive',
    'a b [search c | fields d]',
    4,
    "Archives don't support subsearches, because their results change.",
  ],
] as const) {
  test(`no ${mode} can be made of ${text}`, () => {
    assert.throws(
      () => readExportQuery(mode, text),
      new AppError('QUERY_SYNTAX_ERROR', message, {
        details: [{ path: 'query', message, position }],
      }),
    );
    assert.doesNotThrow(() => readExportQuery('report', text));
  });
}

for (const [mode, text, stages] of [
  ['archive', '*', ['search']],
  ['archive', 'a | where b > 1 | fields b', ['search', 'where', 'fields']],
  ['archive', 'a | search b', ['search', 'search']],
  ['report', 'a earliest=-1h | stats count', ['search', 'stats']],
] as const) {
  test(`${text} can be an ${mode}`, () => {
    const kinds = readExportQuery(mode, text).stages.map(({ kind }) => kind);
    assert.deepEqual(kinds, stages);
  });
}

test('a query that cannot be read is refused', () => {
  for (const mode of ['archive', 'report'] as const) {
    assert.throws(
      () => readExportQuery(mode, 'a | nonsense'),
      (error) => error instanceof AppError && error.code === 'QUERY_SYNTAX_ERROR',
    );
  }
});

test('a report has a range and no start, an archive the other way round', () => {
  assert.doesNotThrow(() => checkTimes('report', { earliest: '-1h', latest: 'now' }));
  assert.doesNotThrow(() => checkTimes('report', { earliest: null, latest: null }));
  assert.doesNotThrow(() => checkTimes('archive', { startAt: '2026-03-01T00:00:00Z' }));
  assert.doesNotThrow(() => checkTimes('archive', { earliest: null }));
  assert.doesNotThrow(() => checkTimes('archive', {}));
  const noRange = 'Only reports have a time range.';
  assert.throws(() => checkTimes('archive', { earliest: '-1h' }), invalid('earliest', noRange));
  assert.throws(() => checkTimes('archive', { latest: 'now' }), invalid('latest', noRange));
  const noStart = invalid('startAt', 'Only archives have `startAt`.');
  assert.throws(() => checkTimes('report', { startAt: '2026-03-01T00:00:00Z' }), noStart);
});

test('a time of a report that is none is refused where it stands', () => {
  assert.throws(
    () => checkTimes('report', { earliest: '-1h', latest: 'soon' }),
    (error) => error instanceof AppError && error.facts.details?.[0]?.path === 'latest',
  );
});

for (const [name, text, start] of [
  ['nothing', undefined, now],
  ['now', new Date(now).toISOString(), now],
  ['a second that has begun', '2026-03-03T11:59:59.999Z', now - 1_000],
  ['ten years ago', new Date(now - 3_650 * day).toISOString(), now - 3_650 * day],
] as const) {
  test(`an archive may start at ${name}`, () => {
    assert.equal(readStart(text, now), start);
  });
}

test('a start without a time is the whole second of now', () => {
  assert.equal(readStart(undefined, now + 999), now);
});

for (const [ms, message] of [
  [now + 1, 'Now, or earlier.'],
  [now - 3_650 * day - 1, 'No events are stored before this time.'],
] as const) {
  test(`an archive may not start at ${ms - now} ms from now`, () => {
    const text = new Date(ms).toISOString();
    assert.throws(() => readStart(text, now), invalid('startAt', message));
  });
}

test('an instant is read, or refused by its name', () => {
  assert.equal(readInstant('from', '2026-03-03T12:00:00Z'), now);
  const problem = invalid('from', 'A time such as 2026-11-01T00:00:00Z.');
  assert.throws(() => readInstant('from', 'yesterday'), problem);
});
