import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEvent } from '../../../query/rows/log-event.ts';
import {
  EMPTY_TAIL,
  noteDropped,
  rateOf,
  resume,
  TAIL_SHOWN_MAX,
  TAIL_WAITING_MAX,
  takeEvents,
} from './tail-buffer.ts';

const events = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => toEvent({ _id: String(from + at), event: 'x' }));

test('events are appended and keep their order', () => {
  const one = takeEvents(EMPTY_TAIL, events(2), false, 0);
  const two = takeEvents(one, events(2, 2), false, 500);

  assert.deepEqual(
    two.shown.map(({ id }) => id),
    ['0', '1', '2', '3'],
  );
});

test('a paused tail keeps them waiting and goes on with all of them', () => {
  const paused = takeEvents(takeEvents(EMPTY_TAIL, events(1), false, 0), events(3, 1), true, 1);

  assert.equal(paused.shown.length, 1);
  assert.equal(paused.waiting.length, 3);
  assert.equal(resume(paused).shown.length, 4);
  assert.equal(resume(paused).waiting.length, 0);
});

test('both lists are bounded, and what is lost is counted', () => {
  const full = takeEvents(EMPTY_TAIL, events(TAIL_SHOWN_MAX + 5), false, 0);
  const waiting = takeEvents(EMPTY_TAIL, events(TAIL_WAITING_MAX + 5), true, 0);

  assert.equal(full.shown.length, TAIL_SHOWN_MAX);
  assert.equal(full.shown[0]?.id, '5');
  assert.equal(waiting.waiting.length, TAIL_WAITING_MAX);
  assert.equal(waiting.discarded, 5);
  assert.equal(noteDropped(noteDropped(full, 3), 4).dropped, 7);
});

test('the rate is that of the last seconds', () => {
  const tail = takeEvents(
    takeEvents(EMPTY_TAIL, events(20), false, 1_000),
    events(20),
    false,
    3_000,
  );

  assert.equal(rateOf(tail, 5_000), 10);
  assert.equal(rateOf(tail, 60_000), 0);
});
