import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Log } from '../../base/log.ts';
import { silentLog } from '../../base/log.ts';
import { createAnnouncing, STORING_CHANNEL, STORING_MS } from './announce-storing.ts';

function begin() {
  const told: [channel: string, payload: string][] = [];
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (_, message) => void warnings.push(message) };
  const clock = { at: 0, now: () => clock.at };
  const store = { isAway: false };
  const notify = async (channel: string, payload: string): Promise<void> => {
    if (store.isAway) throw new Error('away');
    told.push([channel, payload]);
  };
  const announce = createAnnouncing({ metadata: { notify }, clock, log });
  const storing = (...names: string[]): Promise<number> => announce(new Set(names), async () => 7);
  return { told, warnings, clock, store, storing, announce };
}

test('an organization is told before its rows are stored, and again after ten seconds', async () => {
  const { told, clock, storing } = begin();

  assert.equal(await storing('org_a'), 7);
  clock.at = 9_999;
  await storing('org_a', 'org_b');
  clock.at = 10_000;
  await storing('org_a', 'org_b');
  clock.at = 0;
  await storing('org_a');

  assert.deepEqual(told, [
    ['storing', '["org_a"]'],
    ['storing', '["org_b"]'],
    ['storing', '["org_a"]'],
    ['storing', '["org_a"]'],
  ]);
  assert.deepEqual([STORING_CHANNEL, STORING_MS], ['storing', 30_000]);
});

test('a hundred organizations are named, more are told as all', async () => {
  const { told, storing } = begin();
  const names = (count: number, start: string): string[] =>
    Array.from({ length: count }, (_, at) => `${start}${at}`);

  await storing(...names(100, 'a'));
  await storing(...names(101, 'b'));

  assert.deepEqual(
    told.map(([, payload]) => (payload === '*' ? payload : payload.split(',').length)),
    [100, '*'],
  );
});

test('what could not be told is made known as all with the next one, and storing goes on', async () => {
  const { told, warnings, store, storing } = begin();
  await storing('org_a');
  store.isAway = true;

  assert.equal(await storing('org_b'), 7);
  store.isAway = false;
  await storing('org_a');
  await storing('org_a');

  assert.deepEqual(
    told.map(([, payload]) => payload),
    ['["org_a"]', '*'],
  );
  assert.deepEqual(warnings, ['storing of events not announced']);
});

test('the oldest of more than 10,000 organizations is forgotten, and told again', async () => {
  const { told, storing } = begin();
  await storing('org_first');
  await storing('org_second');
  for (let at = 0; at < 9_998; at += 100) {
    await storing(...Array.from({ length: Math.min(100, 9_998 - at) }, (_, i) => `o${at + i}`));
  }
  const before = told.length;

  await storing('org_first');
  assert.equal(told.length, before);
  await storing('org_last');
  await storing('org_second');
  await storing('org_first');

  assert.deepEqual(
    told.slice(before).map(([, payload]) => payload),
    ['["org_last"]', '["org_first"]'],
  );
});

test('while storing takes long it is told every ten seconds, and not after', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { told, clock, announce } = begin();
  const gate = Promise.withResolvers<void>();
  const storing = announce(new Set(['org_a']), () => gate.promise);
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();

  clock.at = 10_000;
  t.mock.timers.tick(9_999);
  assert.equal(told.length, 1);
  t.mock.timers.tick(1);
  assert.equal(told.length, 2);
  gate.resolve();
  await storing;
  clock.at = 30_000;
  t.mock.timers.tick(20_000);

  assert.equal(told.length, 2);
});
