import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeTarget, fakeTarget, reply } from '../../../test/support/status/fake-target.ts';
import { isoTime } from '../../base/clock.ts';
import { LIMITS } from '../../spec/limits.ts';
import { COMPONENT_IDS } from '../../spec/status.ts';
import { checkTarget } from './check-once.ts';
import { TRIAL_FIELD } from './round/check-alerts.ts';

const { trialMsMax, trialPollMs } = LIMITS.status;

/** Lets the platform fire whatever trial it has taken, once the list was asked for so many times. */
function fireAtLook(fake: FakeTarget, looks: number): void {
  let asked = 0;
  fake.instead.set('/api/v1/alerts', () => {
    asked += 1;
    if (asked < looks) return undefined;
    const bodies = fake.calls.map(({ body }) => JSON.stringify(body ?? ''));
    const trial = bodies.map((body) => /"probe_trial":"(\w+)"/.exec(body)?.[1]).find(Boolean);
    const alert = { group: { [TRIAL_FIELD]: trial }, firedAt: isoTime(fake.time.wall) };
    return reply(200, { data: [alert], nextCursor: null });
  });
}

test('a single check waits for its trial, and compares the lines it wrote', async () => {
  const fake = fakeTarget();
  fireAtLook(fake, 5);
  const startedAt = fake.time.mono;

  const { isGood, lines } = await checkTarget(fake.needs, fake.target);

  assert.equal(isGood, true);
  assert.equal(lines.length, COMPONENT_IDS.length);
  assert.deepEqual([...new Set(lines.map(({ result }) => result))], ['up']);
  assert.ok(fake.time.mono - startedAt >= 4 * trialPollMs);
});

test('a trial that does not fire ends the check, and a line that is there twice is found', async () => {
  const fake = fakeTarget();
  const startedAt = fake.time.mono;
  const { call } = fake.needs;
  const needs = {
    ...fake.needs,
    call: async (what: Parameters<typeof call>[0]) => {
      if (what.url.includes('probe_id') && what.url.includes('latest')) {
        fake.lines.push(...fake.lines);
      }
      return call(what);
    },
  };

  const { isGood, lines } = await checkTarget(needs, fake.target);

  assert.equal(isGood, false);
  const words = Object.fromEntries(lines.map((line) => [line.name, line.words]));
  assert.equal(words['Alerts'], 'A test alert did not fire in time.');
  assert.equal(words['Stored logs'], 'A stored event is duplicated.');
  assert.ok(fake.time.mono - startedAt <= trialMsMax + 60_000);
});

test('where no line is taken, or nothing is set up, nobody waits', async () => {
  for (const fake of [fakeTarget({ alertRule: undefined }), fakeTarget({ ingestKey: undefined })]) {
    const startedAt = fake.time.mono;

    await checkTarget(fake.needs, fake.target);

    assert.ok(fake.time.mono - startedAt < trialMsMax);
  }
});
