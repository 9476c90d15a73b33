/** Accounts, and a person who adds a second factor. Each code is of the next step, since it works once. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { AddedFactor, FactorSetUp, FactorStep } from '../../../src/contract/second-factor.ts';
import { totpCode } from '../identity/totp-code.ts';
import { type Browser, PASSWORD, startAccounts } from './start-accounts.ts';

export const EMAIL = 'ada@example.com';
export const AT = '/api/auth/second-factor';

export async function startSecondFactor(t: TestContext) {
  let now = Date.now();
  const clock = { now: () => now };
  const app = await startAccounts(t, { needs: { clock } });
  const ada = await app.member(EMAIL);
  /** The next step, since each code works once. */
  const codeOf = (secret: string, steps = 1) => totpCode(secret, (now += steps * 30_000));
  const addTotp = async (as: Browser, confirmation: object = { password: PASSWORD }) => {
    const begun = await as.send('POST', `${AT}/set-up`, { kind: 'totp', ...confirmation });
    assert.equal(begun.status, 200, JSON.stringify(begun.body));
    const { token, totp } = begun.body as FactorSetUp;
    const secret = totp?.secret ?? '';
    const code = codeOf(secret);
    const added = await as.send('POST', `${AT}/add`, { token, name: 'Phone', code });
    assert.equal(added.status, 200, JSON.stringify(added.body));
    return { secret, ...(added.body as AddedFactor) };
  };
  const password = async (as: Browser, text = PASSWORD) => {
    const answer = await as.send('POST', '/api/auth/sign-in/email', {
      email: EMAIL,
      password: text,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return (answer.body as { secondFactor: FactorStep }).secondFactor;
  };
  const prove = async (as: Browser, proof: object) => as.send('POST', `${AT}/sign-in`, proof);
  const isIn = async (as: Browser) =>
    (await as.send('GET', '/api/v1/organizations')).status === 200;
  return {
    app,
    ada,
    codeOf,
    addTotp,
    password,
    prove,
    isIn,
    pass: (ms: number) => (now += ms),
    now: clock.now,
  };
}
