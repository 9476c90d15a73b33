import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { openQuotaMeter } from './open-quota-meter.ts';
import { warnOfQuota } from './warn-of-quota.ts';

test('every Owner is warned once a day, in the words of the plan', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('free');
  const second = await access.join(id, 'owner');
  await access.join(id, 'admin');
  const needs = { ...access.needs, quotaWarnRatio: 0.8 };
  const warn = (day: string) => warnOfQuota(needs, id, day);

  await warn('2026-01-15');
  await warn('2026-01-15');

  assert.deepEqual(
    access.mails.map(({ to }) => to).toSorted(),
    [owner.email, second.email].toSorted(),
  );
  assert.equal(access.mails[0]?.subject, 'Daily quota at 80%: Acme');
  assert.deepEqual(access.mails[0]?.text.split('\n\n'), [
    'Acme has used 80% of its daily quota of 1,073,741,824 bytes (free plan) on 2026-01-15 (UTC).',
    'At 100%, new events are rejected until 00:00 UTC.',
    'Usage and plan: https://logs.example.com/settings/billing\n',
  ]);
  await warn('2026-01-16');
  assert.equal(access.mails.length, 4);
});

test('where events are held it says so, and where there is no quota nobody is warned', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('pro');
  const { id: boundless } = await access.newOrganization('enterprise');

  await warnOfQuota(access.needs, boundless, '2026-01-15');
  assert.equal(access.mails.length, 0);
  await warnOfQuota(access.needs, id, '2026-01-15');
  assert.match(
    access.mails[0]?.text ?? '',
    /\n\nAt 100%, new events are queued for up to 1 hour\. They are stored after 00:00 UTC or a plan upgrade, otherwise discarded\.\n\n/,
  );
});

test('the meter goes by the plan of the organization, whether it is known yet or not', async (t) => {
  const access = await openAccess(t);
  const { id } = await access.newOrganization('free');
  const meter = openQuotaMeter(access.needs, silentLog);

  assert.equal(await meter.verdict(id), 'open');
  meter.note(id, 1_073_741_824);
  assert.equal(await meter.verdict(id), 'paused');
  access.cache.forget(id);
  assert.equal(await meter.verdict(id), 'paused');
  assert.equal(await meter.verdict(organizationId('org_none')), 'open');
});
