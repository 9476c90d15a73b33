import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaults,
  EVENT_MAX,
  EXPANDED_MAX,
  NOW,
  refusalOf,
  taken,
} from '../../../test/support/ingest/taken-events.ts';
import { newDraft } from './normalise-event.ts';
import {
  badRequest,
  nextPosition,
  refuse,
  refusesSize,
  summaryOf,
  take,
} from './partial-intake.ts';

test('an event is taken up to its largest size, what it shares with others included', () => {
  const { records, refusals, bytes } = taken((intake) => {
    take(intake, newDraft(defaults), EVENT_MAX);
    take(intake, newDraft(defaults), EVENT_MAX - 10, 10);
    take(intake, newDraft(defaults), EVENT_MAX - 10, 11);
    assert.equal(refusesSize(intake, EVENT_MAX), false);
    assert.equal(refusesSize(intake, EVENT_MAX + 1), true);
    assert.equal(nextPosition(intake), 4);
  });

  assert.equal(records.length, 2);
  assert.deepEqual(refusals, [
    [2, 'EVENT_TOO_LARGE', 'The event is too large (maximum 600 bytes).'],
    [3, 'EVENT_TOO_LARGE', 'The event is too large (maximum 600 bytes).'],
  ]);
  assert.equal(bytes, 2 * EVENT_MAX);
});

test('an event from too far in the future is refused, one at the border is taken', () => {
  const { futureMsMax } = defaults.limits;
  const { records, refusals, bytes } = taken((intake) => {
    take(intake, { ...newDraft(defaults), timestamp: NOW + futureMsMax }, 1);
    take(intake, { ...newDraft(defaults), timestamp: NOW + futureMsMax + 1 }, 1);
  });

  assert.equal(records.length, 1);
  assert.deepEqual(refusals, [[1, 'VALIDATION_ERROR', 'The timestamp is too far in the future.']]);
  assert.equal(bytes, 1);
});

test('an index nobody has refuses the event by its name', () => {
  const { records, refusals } = taken((intake) =>
    take(intake, { ...newDraft(defaults), index: 'other' }, 1),
  );

  assert.deepEqual(records, []);
  assert.deepEqual(refusals, [[0, 'UNKNOWN_INDEX', 'Unknown index "other".']]);
});

test('the events of a request have an end, in number and in size', () => {
  const some = (count: number, bytes: number) =>
    refusalOf((intake) => {
      for (let i = 0; i < count; i++) take(intake, newDraft(defaults), bytes);
    });

  assert.equal(some(12, 1), 'taken');
  assert.equal(some(13, 1), 'VALIDATION_ERROR Too many events in one request (maximum 12).');
  assert.equal(some(10, EXPANDED_MAX / 10), 'taken');
  assert.equal(
    some(11, EXPANDED_MAX / 10),
    'FST_ERR_CTP_BODY_TOO_LARGE The events are too large (maximum 6000 bytes, with shared data counted for each event).',
  );
  assert.equal(
    refusalOf((intake) => {
      for (let i = 0; i < 13; i++) refuse(intake, 'VALIDATION_ERROR', 'x');
    }),
    'VALIDATION_ERROR Too many events in one request (maximum 12).',
  );
});

test('one line tells how many were refused, and why the first', () => {
  const refusal = { position: 4, code: 'VALIDATION_ERROR', message: 'No.' } as const;

  assert.equal(summaryOf([]), '');
  assert.equal(summaryOf([refusal]), 'One event was refused; the first, at position 4: No.');
  assert.equal(
    summaryOf([refusal, { ...refusal, position: 5 }]),
    '2 events were refused; the first, at position 4: No.',
  );
  assert.deepEqual(badRequest('No.').facts.details, [{ path: '', message: 'No.' }]);
});
