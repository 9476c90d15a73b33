import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { abortOnDisconnect } from './abort-on-disconnect.ts';
import type { Reply } from './gate.ts';

test('work ends when its client goes away, not when the answer is complete', () => {
  const isAborted = (writableFinished: boolean): readonly boolean[] => {
    const raw = Object.assign(new EventEmitter(), { writableFinished });
    const signal = abortOnDisconnect({ raw } as unknown as Reply);
    const before = signal.aborted;
    raw.emit('close');
    return [before, signal.aborted];
  };

  assert.deepEqual(isAborted(false), [false, true]);
  assert.deepEqual(isAborted(true), [false, false]);
});
