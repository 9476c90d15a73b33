import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../base/clock.ts';
import { AppError, StartError } from '../base/errors.ts';
import { silentLog } from '../base/log.ts';
import { openStore } from '../engines/store/open-store.ts';
import { LIMITS } from '../../test/support/limits.ts';
import { openEngine, openWhenReachable } from './open-engine.ts';

const AWAY = () => new AppError('STORAGE_UNAVAILABLE', 'The log store cannot be reached.');

test('a store that cannot be reached is named with its host and variable, and never with its password', async () => {
  const url = 'http://ada:geheim@127.0.0.1:1/logs';
  const needs = { clock: systemClock, log: silentLog, limits: LIMITS };
  const opening = openStore(needs, { kind: 'clickhouse', url, cluster: undefined });
  const place = { variable: 'XPLAIN_CLICKHOUSE_URL', urls: [url] } as const;

  await assert.rejects(openEngine('log store', opening, place), (error) => {
    assert.ok(error instanceof StartError);
    assert.equal(
      error.message,
      "Can't open the log store. 127.0.0.1:1 is not responding (ECONNREFUSED). Check XPLAIN_CLICKHOUSE_URL and that the server is running.",
    );
    return true;
  });
});

test('what is wrong with an engine in a folder is said as it is', async () => {
  const opening = Promise.reject(new Error('The folder is of a newer release.\nat line 1'));
  await assert.rejects(openEngine('queue', opening), {
    message: "Can't open the queue. The folder is of a newer release.",
  });
});

test('a server that comes later is waited for, with one line at the beginning and one at the end', async () => {
  const lines: string[] = [];
  const note = (_fields: object, message: string) => void lines.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  let now = 0;
  const pause = async (ms: number) => void (now += ms);
  const patience = { log, msMax: LIMITS.store.openMsMax, now: () => now, pause };
  let tries = 0;
  const come = async (): Promise<string> => {
    tries += 1;
    if (tries < 5) throw AWAY();
    return 'open';
  };

  assert.equal(await openWhenReachable(patience, 'log store', come), 'open');
  assert.deepEqual(lines, ['waiting for an engine', 'engine available']);

  now = 0;
  tries = 0;
  const never = async (): Promise<never> => {
    tries += 1;
    throw AWAY();
  };
  await assert.rejects(openWhenReachable(patience, 'log store', never), {
    code: 'STORAGE_UNAVAILABLE',
  });
  assert.equal(tries, LIMITS.store.openMsMax / 1_000 + 1, 'a try a second, and then no more');
  assert.ok(now <= patience.msMax);

  tries = 0;
  const refused = async (): Promise<never> => {
    tries += 1;
    throw new Error('wrong password');
  };
  await assert.rejects(openWhenReachable(patience, 'log store', refused), /wrong password/);
  assert.equal(tries, 1, 'waiting mends no password');
});
