import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { NodeUnreachable, type Connection } from '../clickhouse/connection.ts';
import type { Engine } from './start-child.ts';
import { superviseEngine } from './supervise-engine.ts';

const limits = { ...LIMITS.store, watchEveryMs: 10, restartDelayMsMin: 1, restartDelayMsMax: 4 };
const connection: Connection = {
  open: () => Promise.reject(new Error('not asked')),
  read: () => Promise.resolve(Buffer.from('1')),
  close: () => {},
};

/** An engine without a process. */
function fakeEngine(pid: number) {
  const { promise: gone, resolve: die } = Promise.withResolvers<string>();
  const engine: Engine = {
    pid,
    address: { url: new URL('http://127.0.0.1:1'), user: 'u', password: 'p' },
    gone,
    stop: async () => die(''),
    kill: () => die('killed'),
  };
  return { engine, die };
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 3_000 && !isTrue(); i++) await sleep(10);
  assert(isTrue(), 'not in time');
}

test('starting again is tried until it works, with pauses that stop growing', async () => {
  const first = fakeEngine(1);
  let tries = 0;
  const start = async (): Promise<Engine> => {
    tries++;
    // Forty doublings without a bound would never end.
    if (tries < 40) throw new Error('no');
    return fakeEngine(2).engine;
  };
  const supervisor = superviseEngine(
    { limits, log: silentLog, start },
    first.engine,
    () => connection,
  );

  first.die('out of memory');
  await waitUntil(() => !supervisor.isUp());
  await waitUntil(() => supervisor.isUp());

  assert.equal(supervisor.enginePid(), 2);
  assert.equal(tries, 40);
  await supervisor.stop();
});

test('an engine that answers and cannot go on is replaced after some looks at it', async () => {
  const engines = [fakeEngine(1), fakeEngine(2)] as const;
  const looks: number[] = [];
  const isSound = async ({ pid }: Engine): Promise<boolean> => {
    looks.push(pid);
    return pid === 2;
  };
  const supervisor = superviseEngine(
    { limits, log: silentLog, start: async () => engines[1].engine, isSound },
    engines[0].engine,
    () => connection,
  );

  await waitUntil(
    () => supervisor.enginePid() === 2 && looks.filter((pid) => pid === 2).length > 9,
  );

  assert.equal(looks.filter((pid) => pid === 1).length, limits.watchFailuresMax);
  assert.equal(supervisor.isUp(), true);
  await supervisor.stop();
});

test('nothing is sent to the place of an engine that is gone', async () => {
  const first = fakeEngine(1);
  const second = Promise.withResolvers<Engine>();
  const needs = { limits, log: silentLog, start: () => second.promise };
  const supervisor = superviseEngine(needs, first.engine, () => connection);
  assert.equal(supervisor.address(), first.engine.address);

  first.die('crash');
  await first.engine.gone;

  assert.throws(() => supervisor.address(), NodeUnreachable);
  const next = fakeEngine(2);
  second.resolve(next.engine);
  await waitUntil(() => supervisor.isUp());
  assert.equal(supervisor.address(), next.engine.address);
  await supervisor.stop();
});

test('an engine that starts while we stop is stopped, too', async () => {
  const first = fakeEngine(1);
  const second = fakeEngine(2);
  const { promise: started, resolve } = Promise.withResolvers<Engine>();
  const needs = { limits, log: silentLog, start: () => started };
  const supervisor = superviseEngine(needs, first.engine, () => connection);

  first.die('crash');
  await waitUntil(() => !supervisor.isUp());
  await sleep(20);
  const stopping = supervisor.stop();
  resolve(second.engine);
  await stopping;

  assert.equal(await second.engine.gone, '');
});

test('silence in a row counts, one answer in between does not', async () => {
  const first = fakeEngine(1);
  const answers = [false, true, false, false, false];
  const deaf: Connection = {
    ...connection,
    read: () =>
      answers.shift() === true
        ? Promise.resolve(Buffer.from('1'))
        : Promise.reject(new Error('no')),
  };
  const needs = {
    limits: { ...limits, watchFailuresMax: 3 },
    log: silentLog,
    start: async () => fakeEngine(2).engine,
  };
  const supervisor = superviseEngine(needs, first.engine, () => deaf);

  assert.equal(await first.engine.gone, 'killed');

  assert.equal(answers.length, 0);
  await supervisor.stop();
});
