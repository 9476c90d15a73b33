import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import {
  type AllowanceNeeds,
  mayMail,
  noteInvitationMail,
  noteMail,
  requireInvitationMail,
  tooManyMails,
} from './mail-allowance.ts';

const organization = organizationId('org_a');
const limits = { perRecipientMax: 3, perOrganizationMax: 20, windowMs: 86_400_000 };

/** Counters that only note what they are asked, and refuse the keys that begin so. */
function start(refused = 'none') {
  const asked: unknown[] = [];
  const state = (how: string) => async (key: string, max: number, windowMs: number) => {
    asked.push([how, key, max, windowMs]);
    return { isAllowed: !key.startsWith(refused), retryAfterMs: 1_500 };
  };
  const counters = { hit: state('hit'), peek: state('peek') };
  return { needs: { counters, mailLimits: limits } as unknown as AllowanceNeeds, asked };
}

/** Nobody who reads the counters learns an address. */
const TO = 'mail-to:b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72';

test('an address is looked at and counted however it is written', async () => {
  const { needs, asked } = start();

  assert.equal(await mayMail(needs, 'Ada@example.com'), true);
  await noteMail(needs, 'ada@EXAMPLE.com');

  assert.deepEqual(asked, [
    ['peek', TO, 3, 86_400_000],
    ['hit', TO, 3, 86_400_000],
  ]);
  assert.equal(await mayMail(start('mail-to').needs, 'ada@example.com'), false);
});

test('an invitation counts for who sends it and for who gets it', async () => {
  const { needs, asked } = start();

  await requireInvitationMail(needs, organization, 'ada@example.com');
  await noteInvitationMail(needs, organization, 'ada@example.com');

  assert.deepEqual(asked, [
    ['peek', 'mail-from:org_a', 20, 86_400_000],
    ['peek', TO, 3, 86_400_000],
    ['hit', 'mail-from:org_a', 20, 86_400_000],
    ['hit', TO, 3, 86_400_000],
  ]);
});

test('who sends too many is told so, and who gets too many is', async () => {
  const ask = (refused: string) =>
    requireInvitationMail(start(refused).needs, organization, 'ada@example.com');

  await assert.rejects(ask('mail-from'), {
    code: 'RATE_LIMITED',
    message: 'This organization sends at most 20 invitations and links a day.',
    facts: { retryAfterSeconds: 2 },
  });
  await assert.rejects(ask('mail-to'), {
    code: 'RATE_LIMITED',
    message: 'Too many emails were sent to this address today.',
  });
});

test('one waits in whole seconds, and never for none', () => {
  const wait = (retryAfterMs: number) =>
    tooManyMails({ retryAfterMs }, 'x').facts.retryAfterSeconds;

  assert.deepEqual([wait(0), wait(1), wait(1_000), wait(1_001)], [1, 1, 1, 2]);
});
