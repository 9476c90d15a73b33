/** What a node hears of writers, and for how long it knows nothing of an organization. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { openActivity } from './quiet.ts';

const NOW = 1_000_000;
/** How long what a writer announced may take to be stored, and ten seconds. */
const AFTER_MS = 40_000;
const OURS = organizationId('org_ours');
const THEIRS = organizationId('org_theirs');

type Handlers = Parameters<Metadata['listen']>[1];

async function open(t: TestContext, { isHeard = true } = {}) {
  const state = { now: NOW, ahead: 0, isListening: true, isEchoed: true, isBroken: false };
  const { promise, resolve } = Promise.withResolvers<Handlers>();
  const stopped: string[] = [];
  const told: string[] = [];
  const stop = { [Symbol.asyncDispose]: async () => void stopped.push('stopped') };
  const activity = openActivity({
    metadata: {
      listen: async (channel, handlers) => {
        told.push(`listen ${channel}`);
        resolve(handlers);
        if (!isHeard) throw new Error('nobody listens');
        return stop;
      },
      isListening: () => state.isListening,
      notify: async (channel, payload) => {
        if (state.isBroken) throw new Error('nobody hears');
        told.push(`${channel} ${payload}`);
        if (state.isEchoed) (await promise).onMessage(payload);
      },
    },
    clock: { now: () => state.now },
    storeTime: { now: () => state.now + state.ahead },
  });
  t.after(() => activity[Symbol.asyncDispose]());
  const handlers = await promise;
  await new Promise((later) => void setImmediate(later));
  /** How long after a time it is quiet, in milliseconds. */
  const quietAfter = (organization = OURS): number => {
    for (let ms = 0; ms <= 300_000; ms += 1_000) {
      if (activity.isQuietSince(organization, state.now + ms)) {
        return activity.isQuietSince(organization, state.now + ms - 1) ? -1 : ms;
      }
    }
    return Infinity;
  };
  return {
    activity,
    state,
    told,
    stopped,
    quietAfter,
    hear: (payload: string): void => handlers.onMessage(payload),
    gap: (): void => handlers.onGap?.(),
  };
}

test('nothing is known of the time before it listened', async (t) => {
  const { quietAfter, state } = await open(t);

  assert.equal(quietAfter(), AFTER_MS);
  state.now += 20_000;
  assert.equal(quietAfter(), AFTER_MS - 20_000);
});

test('whoever is named may have new rows for a while, and others not', async (t) => {
  const { quietAfter, state, hear } = await open(t);
  state.now += 30_000;
  hear(JSON.stringify(['org_other', OURS]));

  assert.deepEqual([quietAfter(OURS), quietAfter(THEIRS)], [AFTER_MS, AFTER_MS - 30_000]);
});

test('all may have new rows when a writer says so, or words were lost', async (t) => {
  for (const how of ['star', 'gap'] as const) {
    const { quietAfter, state, hear, gap } = await open(t);
    state.now += 30_000;
    if (how === 'star') hear('*');
    else gap();
    assert.deepEqual([quietAfter(OURS), quietAfter(THEIRS)], [AFTER_MS, AFTER_MS], how);
  }
});

test('a store whose clock is ahead is waited for', async (t) => {
  const { quietAfter, state } = await open(t);
  state.ahead = 5_000;

  assert.equal(quietAfter(), AFTER_MS + 5_000);
});

test('nothing is quiet while nobody listens', async (t) => {
  const cut = await open(t);
  cut.state.isListening = false;
  const deaf = await open(t, { isHeard: false });

  assert.deepEqual([cut.quietAfter(), deaf.quietAfter()], [Infinity, Infinity]);
});

test('it has caught up when it hears itself', async (t) => {
  const { activity, told } = await open(t);

  assert.equal(await activity.catchUp(), true);
  assert.equal(told[0], 'listen storing');
  assert.match(told[1] ?? '', /^storing =\w{16}$/);
});

test('it has not when that fails, or takes longer than a second', async (t) => {
  const { activity, state, quietAfter } = await open(t);
  state.isBroken = true;
  assert.equal(await activity.catchUp(), false);
  Object.assign(state, { isBroken: false, isEchoed: false });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const waiting = activity.catchUp();
  let outcome: boolean | undefined;
  const noted = waiting.then((is) => (outcome = is));
  await new Promise((later) => void setImmediate(later));
  t.mock.timers.tick(999);
  await new Promise((later) => void setImmediate(later));
  assert.equal(outcome, undefined);
  t.mock.timers.tick(1);
  await noted;
  assert.equal(outcome, false);
  assert.equal(quietAfter(), AFTER_MS, 'what it says to itself is about nobody');
});

test('it stops listening', async (t) => {
  const { activity, stopped } = await open(t);

  await activity[Symbol.asyncDispose]();

  assert.deepEqual(stopped, ['stopped']);
});
