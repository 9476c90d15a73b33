/** What accounts work with, on a real metadata store, with hashes that cost nothing and a clock that stands still. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { OrganizationId, UserId } from '../../../src/base/ids.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { Mail } from '../../../src/engines/mail/mail.ts';
import { openSecrets } from '../../../src/engines/secrets/open-secrets.ts';
import { createVouchers } from '../../../src/guard/access/index.ts';
import type { AccountTools } from '../../../src/guard/accounts/account-needs.ts';
import { createBackground } from '../../../src/guard/accounts/background.ts';
import { findUserByEmail } from '../../../src/guard/accounts/users-table.ts';
import { perProvider } from '../../../src/spec/sign-in.ts';
import { LIMITS } from '../limits.ts';
import { type AccessUnderTest, openAccess } from '../open-access.ts';

export const EMAIL = 'ada@example.com';
export const VISIT = { ipAddress: '192.0.2.7', userAgent: 'test/1' };
export const vouchers = createVouchers('secret');

export async function openAccountTools(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock, cache, needs } = access;
  const mails: Mail[] = [];
  const forgotten: string[] = [];
  const background = createBackground(silentLog, 10);
  const tools: AccountTools = {
    metadata,
    clock,
    log: silentLog,
    limits: LIMITS,
    cache: {
      get: cache.get.bind(cache),
      forget: (subject) => {
        forgotten.push(subject);
        cache.forget(subject);
      },
    },
    publicOrigin: () => 'https://logs.example.com',
    enqueueMail: async (_unit, mail) => void mails.push(mail),
    secret: 'a secret of thirty-two characters or more',
    isCookieSecure: false,
    signUp: 'open',
    ownOrganization: 'always',
    isMailSent: true,
    vouchers,
    defaultPlan: 'pro',
    oauth: perProvider(() => ({
      client: undefined,
      authorizationUrl: '',
      tokenUrl: '',
      userinfoUrl: '',
    })),
    secrets: openSecrets({
      secret: 'a secret of thirty-two characters or more',
      previous: undefined,
    }),
    breachCheck: { kind: 'off' },
    counters: needs.counters,
    mailLimits: needs.mailLimits,
    hasher: {
      hash: async (password) => `hash of ${password}`,
      verify: async (hash, password) => hash === `hash of ${password}`,
    },
    isBreached: async () => false,
    background,
  };
  const settle = async (): Promise<void> => background[Symbol.asyncDispose]();
  const subjects = async (): Promise<string[]> => {
    await settle();
    return mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
  };
  const link = async (): Promise<string> => {
    await settle();
    return /token=(\w+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  };
  const known = async (email = EMAIL) => {
    const user = await findUserByEmail(metadata, email);
    assert.ok(user !== undefined);
    return user;
  };
  return { access, metadata, clock, tools, mails, forgotten, settle, subjects, link, known };
}

/** An invitation that waits for a second. */
export async function invite(
  { metadata, clock }: AccessUnderTest,
  organization: OrganizationId,
  by: UserId,
  change: { id?: string; email?: string; state?: 'pending' | 'revoked'; expires_at?: number } = {},
): Promise<void> {
  await metadata.db
    .insertInto('invitations')
    .values({
      id: 'inv_1',
      organization_id: organization,
      email: EMAIL,
      role: 'viewer',
      state: 'pending',
      invited_by: by,
      created_at: 0,
      sent_at: 0,
      expires_at: clock.now() + 1_000,
      ended_at: null,
      ...change,
    })
    .execute();
}
