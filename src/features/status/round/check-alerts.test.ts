import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeTarget, fakeTarget, reply } from '../../../../test/support/status/fake-target.ts';
import { isoTime } from '../../../base/clock.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { createAlertWatch, TRIAL_FIELD } from './check-alerts.ts';

const { tickMsMax, trialEveryMs, trialMsMax, trialMsSlow } = LIMITS.status;

/** The id of the last trial line. */
function lastTrial(fake: FakeTarget): string {
  const trials = fake.calls.filter(({ body }) => JSON.stringify(body ?? '').includes(TRIAL_FIELD));
  const body = trials.at(-1)?.body as { attributes: Record<string, string> } | undefined;
  return body?.attributes[TRIAL_FIELD] ?? '';
}

function fire(fake: FakeTarget, afterMs: number): void {
  const firedAt = isoTime(fake.time.wall + afterMs);
  fake.alerts.push({ id: 'inc_1', group: { [TRIAL_FIELD]: lastTrial(fake) }, firedAt });
}

test('where the platform has no alerts, or no rule is named, nothing is claimed', async () => {
  const fake = fakeTarget();
  fake.instead.set('/api/v1/alerts', () => reply(404, { code: 'NOT_FOUND' }));
  const without = fakeTarget({ alertRule: undefined });
  const notSetUp = { result: 'none', reason: 'not_set_up' };

  assert.deepEqual(await createAlertWatch(fake.needs, fake.target)(), notSetUp);
  assert.deepEqual(await createAlertWatch(without.needs, without.target)(), notSetUp);
  assert.equal(without.calls.length, 0);
});

test('a list that is not answered is down at once', async () => {
  const fake = fakeTarget();
  fake.instead.set('/api/v1/alerts', () => reply(500, {}));

  assert.equal((await createAlertWatch(fake.needs, fake.target)()).result, 'down');
});

test('a trial line fires in time, slowly, or not at all', async () => {
  const run = async (firesAfterMs: number | undefined): Promise<string> => {
    const fake = fakeTarget();
    const look = createAlertWatch(fake.needs, fake.target);
    assert.deepEqual(await look(), { result: 'none', reason: 'not_checked' });
    if (firesAfterMs !== undefined) fire(fake, firesAfterMs);
    fake.advance(trialMsMax);
    const { result, reason } = await look();
    return `${result} ${reason ?? ''}`.trim();
  };

  assert.equal(await run(trialMsSlow - 1), 'up');
  assert.equal(await run(trialMsSlow), 'slow too_slow');
  assert.equal(await run(undefined), 'down not_fired');
});

test('a trial has its whole time, the verdict holds between trials, and the next comes after ten minutes', async () => {
  const fake = fakeTarget();
  const look = createAlertWatch(fake.needs, fake.target);
  const isTrial = ({ body }: { readonly body?: unknown }): boolean =>
    JSON.stringify(body ?? '').includes(TRIAL_FIELD);
  await look();
  fake.advance(trialMsMax - 1);
  assert.equal((await look()).reason, 'not_checked');
  fire(fake, 1_000 - trialMsMax);
  fake.advance(1);
  assert.equal((await look()).result, 'up');

  while (fake.calls.filter(isTrial).length === 1) {
    assert.equal((await look()).result, 'up');
    fake.advance(MINUTE_MS);
  }

  assert.ok(fake.time.mono - 1_000 >= trialEveryMs);
  assert.ok(fake.time.mono - 1_000 <= trialEveryMs + 2 * MINUTE_MS);
});

test('rules that are not looked at make alerts slow, then down, and well again', async () => {
  const fake = fakeTarget();
  const look = createAlertWatch(fake.needs, fake.target);
  let state = 'up';
  const engines = () => ({ store: { state: 'up' }, alerts: { state } });
  fake.instead.set('/ready', () => reply(200, { data: { ready: true, engines: engines() } }));
  await look();
  fire(fake, 1_000);
  fake.advance(MINUTE_MS);
  assert.deepEqual(await look(), { result: 'up' });

  state = 'degraded';
  assert.deepEqual(await look(), { result: 'slow', reason: 'not_ticking' });
  fake.advance(tickMsMax - LIMITS.alerts.readyLagMsMax - 1);
  assert.deepEqual(await look(), { result: 'slow', reason: 'not_ticking' });
  fake.advance(1);
  assert.deepEqual(await look(), { result: 'down', reason: 'not_ticking' });

  state = 'up';
  assert.deepEqual(await look(), { result: 'up' });
  state = 'degraded';
  assert.equal((await look()).result, 'slow', 'counted anew');
  fake.instead.set('/ready', () => ({ kind: 'failed', reason: 'no_answer' }));
  assert.deepEqual(await look(), { result: 'up' }, 'without an answer nothing is claimed');
});

test('the alert of another trial does not count', async () => {
  const fake = fakeTarget();
  const look = createAlertWatch(fake.needs, fake.target);
  await look();
  fake.alerts.push({ group: { [TRIAL_FIELD]: 'other' }, firedAt: isoTime(fake.time.wall) }, []);
  fake.advance(trialMsMax);

  assert.deepEqual(await look(), { result: 'down', reason: 'not_fired' });
});
