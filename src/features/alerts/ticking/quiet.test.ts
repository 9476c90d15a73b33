import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import type { Listener } from '../../../engines/metadata/metadata.ts';
import { createAnnouncing, STORING_CHANNEL, STORING_MS } from '../../../flow/writer/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { measured, measuredGroup } from '../../../../test/support/alerts/example-rule.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { openTestMetadata } from '../../../../test/support/open-test-metadata.ts';
import { startTicking } from '../../../../test/support/alerts/start-ticking.ts';
import { changeAlertRule } from '../rules/manage-alert-rules.ts';
import { openActivity } from './quiet.ts';

const A = organizationId('org_a');
const B = organizationId('org_b');

test('a rule that counted nothing is not asked for again while nothing is stored', async (t) => {
  const ticking = await startTicking(await openAccess(t));
  const rule = await ticking.addRule();
  ticking.isQuiet = true;

  await ticking.tick(3);
  const asked = ticking.asked.length;
  ticking.isQuiet = false;
  await ticking.tick();
  const { runs, batches } = await ticking.read();
  ticking.isQuiet = true;
  await changeAlertRule(ticking.rules, ticking.actor, rule.id, { version: 1, query: 'level=warn' });
  await ticking.tick();

  assert.deepEqual([asked, ticking.asked.length], [1, 3], 'the first tick of a query is asked');
  assert.deepEqual(ticking.outcomes, ['measured', 'quiet', 'quiet', 'measured', 'measured']);
  assert.deepEqual([runs[0]?.sparkline, runs[0]?.health], ['[0,0,0,0]', 'ok']);
  assert.equal(runs[0]?.ticked_at, batches[0]?.ticked_at);
});

const NEVER_QUIET: readonly (readonly [
  string,
  Parameters<Awaited<ReturnType<typeof startTicking>>['addRule']>[0],
])[] = [
  ['fewer than', { condition: { kind: 'threshold', op: '<', value: 5 } }],
  ['or as many', { condition: { kind: 'threshold', op: '>=', value: 0 } }],
  [
    'of a value',
    {
      condition: { kind: 'threshold', of: 'avg', op: '>', value: 5 },
      query: 'x | stats avg(y) as avg',
    },
  ],
  ['with commands', { query: 'level=error | head 3' }],
  ['by their own time', { basis: 'event' }],
  ['of windows that do not overlap', { interval: 60, window: 60 }],
];

for (const [name, draft] of NEVER_QUIET) {
  test(`a rule is always asked for: ${name}`, async (t) => {
    const ticking = await startTicking(await openAccess(t));
    await ticking.addRule(draft);
    ticking.isQuiet = true;

    await ticking.tick(3);

    assert.equal(ticking.asked.length, 3);
  });
}

test('a row that no writer could announce is found by a later window, since windows leave no time out', async (t) => {
  const ticking = await startTicking(await openAccess(t));
  const window = 300;
  await ticking.addRule({ window });
  ticking.isQuiet = true;

  await ticking.tick(16);

  const [first = 0] = ticking.asked;
  const every = window * SECOND_MS;
  assert.deepEqual(ticking.asked, [first, first + every, first + 2 * every, first + 3 * every]);
});

test('a rule whose windows do not overlap is always asked for, and so is one that another node asked for', async (t) => {
  const ticking = await startTicking(await openAccess(t));
  await ticking.addRule({ interval: 60, window: 60 });
  ticking.isQuiet = true;
  await ticking.tick(3);
  assert.equal(ticking.asked.length, 3);

  const shared = await startTicking(await openAccess(t));
  await shared.addRule({ interval: 60, window: 300 });
  shared.isQuiet = true;
  await shared.tick();
  const [batch] = (await shared.read()).batches;
  shared.storeClock.advance((batch?.due_at ?? 0) - shared.storeClock.now());
  await shared.node().run();
  assert.equal(shared.asked.length, 2);
});

test('a rule is asked for when news of stored rows may be on their way', async (t) => {
  const ticking = await startTicking(await openAccess(t));
  await ticking.addRule();
  ticking.isQuiet = true;
  ticking.isCaughtUp = false;

  await ticking.tick(3);

  assert.equal(ticking.asked.length, 3);
});

test('a rule is asked for as long as its window is not empty or a group is not normal', async (t) => {
  const ticking = await startTicking(await openAccess(t));
  await ticking.addRule();
  ticking.isQuiet = true;
  ticking.answer(() => measured([measuredGroup('safe', undefined, { value: 3 })]));
  await ticking.tick(3);
  ticking.answer(() => measured([measuredGroup('true')]));
  await ticking.tick(2);

  assert.equal(ticking.asked.length, 5);
  assert.equal((await ticking.read()).incidents.length, 1);
});

test('what writers announce is heard before they store, and holds for a while', async (t) => {
  const metadata = await openTestMetadata(t);
  const clock = fakeClock();
  // The store is a minute ahead of this node.
  const storeTime = { now: () => clock.now() + MINUTE_MS };
  await using activity = openActivity({ metadata, clock, storeTime });
  const announce = createAnnouncing({ metadata, clock, log: silentLog });
  await new Promise((resolve) => setImmediate(resolve));

  const atOnce = activity.isQuietSince(A, storeTime.now());
  clock.advance(10 * MINUTE_MS);
  const before = activity.isQuietSince(A, storeTime.now() - MINUTE_MS);
  let during = true;
  await announce(new Set([A]), async () => {
    assert.equal(await activity.catchUp(), true);
    during = activity.isQuietSince(A, storeTime.now());
  });
  const others = activity.isQuietSince(B, storeTime.now() - MINUTE_MS);
  const storedAt = storeTime.now();
  clock.advance(10 * MINUTE_MS);

  assert.deepEqual([atOnce, before, during, others], [false, true, false, true]);
  assert.equal(activity.isQuietSince(A, storedAt), false);
  assert.equal(activity.isQuietSince(A, storedAt + STORING_MS), false);
  assert.equal(activity.isQuietSince(A, storedAt + STORING_MS + 10 * SECOND_MS), true);
});

test('an organization is announced again only after a while, and all of them after a failure', async () => {
  const told: string[] = [];
  let isAway = false;
  const clock = fakeClock();
  const metadata = {
    notify: async (channel: string, payload: string) => {
      assert.equal(channel, STORING_CHANNEL);
      if (isAway) throw new Error('away');
      told.push(payload);
    },
  };
  const announce = createAnnouncing({ metadata, clock, log: silentLog });
  const store = async (): Promise<string> => 'stored';

  await announce(new Set([A]), store);
  await announce(new Set([A]), store);
  await announce(new Set([A, B]), store);
  clock.advance(10 * SECOND_MS);
  await announce(new Set([A]), store);
  isAway = true;
  clock.advance(10 * SECOND_MS);
  const meanwhile = await announce(new Set([A]), store);
  isAway = false;
  await announce(new Set([B]), store);
  await announce(new Set(Array.from({ length: 101 }, (_, number) => `org_${number}`)), store);

  assert.equal(meanwhile, 'stored');
  assert.deepEqual(told, [`["${A}"]`, `["${B}"]`, `["${A}"]`, '*', '*']);
});

test('nothing is quiet while notifications may be missed', async () => {
  const clock = fakeClock();
  let listener: Listener | undefined;
  let isListening = true;
  const metadata = {
    listen: async (_channel: string, given: Listener) => {
      listener = given;
      return { [Symbol.asyncDispose]: async () => {} };
    },
    isListening: () => isListening,
    // Nobody hears it.
    notify: async () => {},
  };
  await using activity = openActivity({ metadata, clock, storeTime: clock });
  await new Promise((resolve) => setImmediate(resolve));
  const ask = (): boolean => activity.isQuietSince(A, clock.now() - MINUTE_MS);

  clock.advance(10 * MINUTE_MS);
  const quiet = ask();
  isListening = false;
  const deaf = ask();
  isListening = true;
  listener?.onGap();
  const missed = ask();
  clock.advance(10 * MINUTE_MS);
  listener?.onMessage('*');
  const all = ask();

  assert.deepEqual([quiet, deaf, missed, all], [true, false, false, false]);
  assert.equal(await activity.catchUp(), false);
});
