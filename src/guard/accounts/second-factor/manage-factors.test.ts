/** Passkeys, limits, and operators who reset a factor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startAccounts } from '../../../../test/support/guard/start-accounts.ts';
import {
  AT,
  EMAIL,
  startSecondFactor,
} from '../../../../test/support/guard/start-second-factor.ts';
import { softPasskey } from '../../../../test/support/identity/soft-passkey.ts';
import { userId } from '../../../base/ids.ts';
import type { AddedFactor, FactorSetUp, FactorStep } from '../../../contract/second-factor.ts';
import { LIMITS } from '../../../spec/limits.ts';

test('a passkey signs in, with its own challenge only, and confirms changes', async (t) => {
  const { app, ada, password, prove, isIn } = await startSecondFactor(t);
  const origin = app.url.replace('127.0.0.1', 'localhost');
  Object.assign(app.accounts.tools, { publicOrigin: () => origin });
  const key = softPasskey(origin, 'localhost');
  const begun = await ada.send('POST', `${AT}/set-up`, { kind: 'passkey', password: PASSWORD });
  const { token, passkey } = begun.body as FactorSetUp;
  const challenge = passkey?.challenge ?? '';
  assert.equal(
    (await ada.send('POST', `${AT}/add`, { token, name: 'Key', passkey: key.create('b3RoZXI') }))
      .code,
    'VALIDATION_ERROR',
  );
  const added = await ada.send('POST', `${AT}/add`, {
    token,
    name: 'Key',
    passkey: key.create(challenge),
  });
  assert.equal(added.status, 200, JSON.stringify(added.body));

  const browser = app.browser();
  const step = await password(browser);
  const other = await password(app.browser());
  assert.deepEqual(step.passkey?.credentials, [key.id]);
  const answer = key.get(step.passkey?.challenge ?? '');
  assert.equal(
    (await prove(browser, { token: other.token, passkey: answer })).code,
    'VALIDATION_ERROR',
    'another step',
  );
  assert.equal(
    (await prove(browser, { token: step.token, passkey: { ...answer, id: 'b3RoZXI' } })).code,
    'VALIDATION_ERROR',
  );
  assert.equal((await prove(browser, { token: step.token, passkey: answer })).status, 200);
  assert.ok(await isIn(browser));

  const { body } = await browser.send('POST', `${AT}/challenge`);
  const confirm = body as FactorStep;
  const proof = { passkey: key.get(confirm.passkey?.challenge ?? '') };
  const renewal = { password: PASSWORD, token: confirm.token, proof };
  assert.equal(
    (await ada.send('POST', `${AT}/recovery-codes`, renewal)).code,
    'VALIDATION_ERROR',
    'another session',
  );
  assert.equal(
    (await browser.send('POST', `${AT}/recovery-codes`, { ...renewal, token: step.token })).code,
    'VALIDATION_ERROR',
  );
  const renewed = await browser.send('POST', `${AT}/recovery-codes`, renewal);
  assert.equal(renewed.status, 200, JSON.stringify(renewed.body));
  assert.equal(
    (await browser.send('POST', `${AT}/recovery-codes`, renewal)).code,
    'VALIDATION_ERROR',
    'a challenge works once',
  );
});

test('names, numbers of factors and wrong codes of a day are limited', async (t) => {
  const { app, ada, addTotp, codeOf } = await startSecondFactor(t);
  const { accounts } = LIMITS;
  assert.equal(accounts.wrongCodesDailyMax % accounts.wrongCodesMax, 0, 'four rounds are a day');
  const { secret } = await addTotp(ada);
  const [row] = await app.metadata.db.selectFrom('second_factors').selectAll().execute();
  assert.ok(row);
  const copies = Array.from({ length: accounts.secondFactorsMax - 1 }, (_, each) => ({
    ...row,
    id: `fac_${each}`,
    kind: 'passkey' as const,
    credential: String(each),
  }));
  await app.metadata.db.insertInto('second_factors').values(copies).execute();
  const body = { kind: 'totp', password: PASSWORD, proof: { code: codeOf(secret) } };
  assert.equal((await ada.send('POST', `${AT}/set-up`, body)).code, 'CONFLICT');
  await app.metadata.db.deleteFrom('second_factors').where('id', '=', 'fac_0').execute();
  const begun = await ada.send('POST', `${AT}/set-up`, {
    ...body,
    proof: { code: codeOf(secret) },
  });
  const { token, totp } = begun.body as FactorSetUp;
  const code = codeOf(totp?.secret ?? '');
  const name = 'n'.repeat(accounts.factorNameCharactersMax);
  const tooLong = await ada.send('POST', `${AT}/add`, { token, name: `${name}n`, code });
  assert.deepEqual([tooLong.code, tooLong.paths], ['VALIDATION_ERROR', ['name']]);
  const added = await ada.send('POST', `${AT}/add`, { token, name, code });
  assert.deepEqual((added.body as AddedFactor).recoveryCodes, [], 'with the first one only');
});

test('an operator resets it, with an entry and an email, and nobody else can', async (t) => {
  const { app, ada, addTotp, isIn } = await startSecondFactor(t);
  await addTotp(ada);
  const path = '/api/v1/operator/reset-second-factor';
  const own = await ada.send('POST', path, { email: EMAIL });
  assert.equal(
    own.code,
    'CONFLICT',
    'the first person is the operator, and may not reset themselves',
  );
  const bob = await app.member('bob@example.com');
  assert.equal((await bob.send('POST', path, { email: EMAIL })).code, 'FORBIDDEN');
  const { db } = app.metadata;
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'bob@example.com')
    .executeTakeFirstOrThrow();
  const operator = { user_id: row.id, named_by: EMAIL, named_at: 0 };
  await db.insertInto('operators').values(operator).execute();
  app.accounts.tools.cache.forget(userId(row.id));
  const reset = await bob.send('POST', path, { email: EMAIL });
  assert.deepEqual(reset.body, { data: { factors: 1 } });
  assert.ok(!(await isIn(ada)), 'sessions end');
  assert.equal((await bob.send('POST', path, { email: EMAIL })).code, 'CONFLICT');
  assert.equal((await bob.send('POST', path, { email: 'nobody@example.com' })).code, 'NOT_FOUND');
  const browser = app.browser();
  await browser.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  assert.ok(await isIn(browser));
  assert.equal((await app.mailsTo(EMAIL)).at(-1)?.subject, 'Second factor reset by an operator');
  assert.ok((await app.audit()).some(({ action }) => action === 'user.second_factor_reset'));
  const [entry] = await db
    .selectFrom('operator_entries')
    .select(['actor', 'action'])
    .where('action', '=', 'user.second_factor_reset')
    .execute();
  assert.deepEqual(entry, { actor: 'bob@example.com', action: 'user.second_factor_reset' });
});

test('operators need one where the installation says so', async (t) => {
  const app = await startAccounts(t, { isOperatorFactorRequired: true });
  const ada = await app.member(EMAIL);
  assert.equal(
    (await ada.send('GET', '/api/v1/operator/operators')).code,
    'SECOND_FACTOR_REQUIRED',
  );
  await app.metadata.db.updateTable('sessions').set({ second_factor: 'totp' }).execute();
  const [{ id } = { id: '' }] = await app.metadata.db.selectFrom('users').select('id').execute();
  app.accounts.tools.cache.forget(userId(id));
  assert.equal((await ada.send('GET', '/api/v1/operator/operators')).status, 200);
});
