import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { createListeners } from './create-listeners.ts';

function listenerTo(heard: string[], name: string) {
  return {
    onMessage: (payload: string) => void heard.push(`${name} ${payload}`),
    onGap: () => void heard.push(`${name} gap`),
  };
}

test('everybody on a channel hears it, until the last one leaves', () => {
  const heard: string[] = [];
  const listeners = createListeners(silentLog);
  const [one, two] = [listenerTo(heard, 'one'), listenerTo(heard, 'two')];
  listeners.add('a', one);
  listeners.add('a', two);
  listeners.add('b', two);

  listeners.deliver('a', '1');
  listeners.deliver('b', '2');
  listeners.deliver('c', '3');
  listeners.announceGap();
  listeners.remove('a', one);
  assert.deepEqual(listeners.channels(), ['a', 'b']);
  listeners.deliver('a', '4');
  listeners.remove('a', two);
  listeners.remove('c', two);

  assert.deepEqual(listeners.channels(), ['b']);
  assert.deepEqual(heard, ['one 1', 'two 1', 'two 2', 'one gap', 'two gap', 'two gap', 'two 4']);
});

test('one listener that throws keeps nobody from hearing, and is told of', () => {
  const heard: string[] = [];
  const lines: unknown[] = [];
  const listeners = createListeners({
    ...silentLog,
    error: (fields, message) => void lines.push([{ ...fields, err: 'it' }, message]),
  });
  const fail = (): never => {
    throw new Error('no');
  };
  listeners.add('a', { onMessage: fail, onGap: fail });
  listeners.add('a', listenerTo(heard, 'one'));

  listeners.deliver('a', '1');
  listeners.announceGap();

  assert.deepEqual(heard, ['one 1', 'one gap']);
  const line = [{ err: 'it', channel: 'a' }, 'notification listener failed'];
  assert.deepEqual(lines, [line, line]);
});
