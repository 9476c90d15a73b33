/** Signing in with a second factor, and every way round it that somebody would try who knows the password. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '../../../../test/support/guard/start-accounts.ts';
import {
  AT,
  EMAIL,
  startSecondFactor,
} from '../../../../test/support/guard/start-second-factor.ts';
import { totpCode } from '../../../../test/support/identity/totp-code.ts';
import type { FactorSetUp } from '../../../contract/second-factor.ts';
import { LIMITS } from '../../../spec/limits.ts';

const NEW_PASSWORD = 'Cerulean-Teapot-77';

test('without a second factor a password is enough, and sign-in answers as before', async (t) => {
  const { app, isIn } = await startSecondFactor(t);
  const browser = app.browser();
  const answer = await browser.send('POST', '/api/auth/sign-in/email', {
    email: EMAIL,
    password: PASSWORD,
  });
  assert.equal((answer.body as { user: { email: string } }).user.email, EMAIL);
  assert.ok(await isIn(browser));
});

test('with one, the password gives no session and no cookie, and the code does', async (t) => {
  const { app, ada, addTotp, password, prove, isIn, codeOf } = await startSecondFactor(t);
  const { secret, recoveryCodes } = await addTotp(ada);
  assert.equal(recoveryCodes.length, LIMITS.accounts.recoveryCodesMax);
  assert.ok(await isIn(ada), 'the session that added it goes on');
  const before = await app.metadata.db.selectFrom('sessions').select('id').execute();

  const browser = app.browser();
  const step = await password(browser);
  assert.deepEqual([step.hasCode, step.passkey], [true, null]);
  assert.equal(browser.cookies.size, 0);
  assert.deepEqual(await app.metadata.db.selectFrom('sessions').select('id').execute(), before);
  for (const [method, path] of [
    ['GET', '/api/v1/organizations'],
    ['GET', '/api/v1/members'],
    ['POST', '/api/v1/api-keys'],
    ['GET', '/api/auth/list-sessions'],
    ['POST', '/api/auth/change-password'],
    ['GET', AT],
    ['POST', `${AT}/set-up`],
    ['POST', `${AT}/add`],
    ['POST', `${AT}/remove`],
    ['POST', `${AT}/recovery-codes`],
    ['POST', `${AT}/challenge`],
    ['POST', '/api/v1/operator/reset-second-factor'],
  ] as const) {
    for (const cookie of [step.token, `${step.token}.x`]) {
      const body = method === 'POST' && path !== `${AT}/challenge` ? {} : undefined;
      const headers = {
        cookie: `xplain.session_token=${cookie}`,
        authorization: `Bearer ${step.token}`,
      };
      for (const sent of [{ cookie: headers.cookie }, { authorization: headers.authorization }]) {
        const answer = await browser.send(method, path, body, sent);
        assert.ok([400, 401].includes(answer.status), `${path} ${answer.status}`);
        assert.notEqual(answer.status, 200);
      }
    }
  }
  assert.equal((await browser.send('GET', '/api/auth/get-session')).body, null);

  const done = await prove(browser, { token: step.token, code: codeOf(secret) });
  assert.equal(done.status, 200, JSON.stringify(done.body));
  assert.ok(await isIn(browser));
  const told = (await app.audit()).filter(({ action }) => action === 'user.login_succeeded');
  assert.equal(told.at(-1)?.details['secondFactor'], 'totp');
  assert.equal(
    (await prove(app.browser(), { token: step.token, code: codeOf(secret) })).code,
    'VALIDATION_ERROR',
    'a step works once',
  );
});

test('a code works once, for one account, and with its own step', async (t) => {
  const { app, ada, addTotp, password, prove, isIn, codeOf, pass } = await startSecondFactor(t);
  const { secret } = await addTotp(ada);
  const code = codeOf(secret);
  const browser = app.browser();
  const first = await password(browser);
  const second = await password(browser);
  assert.equal((await prove(browser, { token: first.token, code })).status, 200);
  assert.equal(
    (await prove(app.browser(), { token: second.token, code })).code,
    'VALIDATION_ERROR',
    'replayed',
  );

  const eve = await app.member('eve@example.com');
  const begun = await eve.send('POST', `${AT}/set-up`, { kind: 'totp', password: PASSWORD });
  const hers = (begun.body as FactorSetUp).totp?.secret ?? '';
  const { token } = begun.body as FactorSetUp;
  for (const foreign of [
    await prove(app.browser(), { token: second.token, code: codeOf(hers) }),
    await prove(app.browser(), { token, code: codeOf(hers) }),
    await ada.send('POST', `${AT}/add`, { token, name: 'x', code: codeOf(hers) }),
    await eve.send('POST', `${AT}/add`, { token: second.token, name: 'x', code: codeOf(hers) }),
    await prove(app.browser(), { token: second.token }),
    await prove(app.browser(), { token: second.token, recoveryCode: '' }),
    await prove(app.browser(), { token: '', code: codeOf(secret) }),
  ]) {
    assert.equal(foreign.code, 'VALIDATION_ERROR');
  }
  const third = app.browser();
  const late = await password(third);
  pass(LIMITS.accounts.factorStepMsMax);
  assert.equal(
    (await prove(third, { token: late.token, code: codeOf(secret) })).code,
    'VALIDATION_ERROR',
  );
  assert.ok(!(await isIn(third)));
});

test('guesses are counted by account, also many at the same time, until the password is new', async (t) => {
  const { app, ada, addTotp, password, prove, codeOf, pass } = await startSecondFactor(t);
  const { secret, recoveryCodes } = await addTotp(ada);
  const { token } = await password(app.browser());
  const wrong = totpCode(secret, 0);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => prove(app.browser(), { token, code: wrong })),
  );
  const codes = answers.map(({ code }) => code);
  assert.equal(
    codes.filter((code) => code === 'VALIDATION_ERROR').length,
    LIMITS.accounts.wrongCodesMax,
  );
  assert.equal(
    codes.filter((code) => code === 'RATE_LIMITED').length,
    20 - LIMITS.accounts.wrongCodesMax,
  );
  const again = await password(app.browser());
  assert.equal(
    (await prove(app.browser(), { token: again.token, code: codeOf(secret) })).code,
    'RATE_LIMITED',
    'another step',
  );
  assert.equal(
    (await prove(app.browser(), { token: again.token, recoveryCode: recoveryCodes[0] })).code,
    'RATE_LIMITED',
  );
  const mails = (await app.mailsTo(EMAIL)).map(({ subject }) => subject);
  assert.equal(mails.filter((subject) => subject.startsWith('Wrong codes')).length, 1);
  const failed = (await app.audit()).filter(({ action }) => action === 'user.second_factor_failed');
  assert.equal(failed.length, LIMITS.accounts.wrongCodesMax);

  for (let round = 1; round < 4; round++) {
    pass(LIMITS.accounts.wrongCodesMs);
    const next = await password(app.browser());
    for (let guess = 0; guess < LIMITS.accounts.wrongCodesMax; guess++) {
      assert.equal(
        (await prove(app.browser(), { token: next.token, code: wrong })).code,
        'VALIDATION_ERROR',
      );
    }
  }
  pass(LIMITS.accounts.wrongCodesMs);
  const daily = await password(app.browser());
  assert.equal(
    (await prove(app.browser(), { token: daily.token, code: codeOf(secret) })).code,
    'RATE_LIMITED',
    'of the day',
  );

  await app.browser().send('POST', '/api/auth/request-password-reset', { email: EMAIL });
  const reset = { token: await app.linkTo(EMAIL), newPassword: NEW_PASSWORD };
  const browser = app.browser();
  assert.equal((await browser.send('POST', '/api/auth/reset-password', reset)).status, 200);
  assert.equal(
    (await prove(browser, { token: daily.token, code: codeOf(secret) })).code,
    'VALIDATION_ERROR',
    'steps ended with the password',
  );
  const fresh = await password(browser, NEW_PASSWORD);
  assert.equal(
    (await prove(browser, { token: fresh.token, code: codeOf(secret) })).status,
    200,
    'the factor is still asked for',
  );
});

test('a recovery code works once, is mailed about, and no code is stored', async (t) => {
  const { app, ada, addTotp, password, prove, isIn, codeOf } = await startSecondFactor(t);
  const { recoveryCodes, secret } = await addTotp(ada);
  const [code = '', other = ''] = recoveryCodes;
  const browser = app.browser();
  const { token } = await password(browser);
  assert.equal((await prove(browser, { token, recoveryCode: code.toUpperCase() })).status, 200);
  assert.ok(await isIn(browser));
  const again = await password(app.browser());
  assert.equal(
    (await prove(app.browser(), { token: again.token, recoveryCode: code })).code,
    'VALIDATION_ERROR',
  );
  const mail = (await app.mailsTo(EMAIL)).at(-1);
  assert.equal(mail?.subject, 'A recovery code was used');
  assert.match(mail?.text ?? '', /Unused codes: 9/);
  const told = (await app.audit()).filter(({ action }) => action === 'user.recovery_code_used');
  assert.deepEqual(
    told.map(({ details }) => details),
    [{ left: 9 }],
  );

  const stored = JSON.stringify(
    await Promise.all(
      (['second_factors', 'recovery_codes', 'second_factor_steps', 'sessions'] as const).map(
        async (table) => app.metadata.db.selectFrom(table).selectAll().execute(),
      ),
    ),
  );
  for (const hidden of [secret, ...recoveryCodes, token, again.token]) {
    assert.ok(!stored.includes(hidden));
  }
  const renewed = await browser.send('POST', `${AT}/recovery-codes`, {
    password: PASSWORD,
    proof: { code: codeOf(secret) },
  });
  assert.equal((renewed.body as { recoveryCodes: string[] }).recoveryCodes.length, 10);
  assert.ok((await app.audit()).some(({ action }) => action === 'user.recovery_codes_created'));
  assert.equal(
    (await prove(app.browser(), { token: again.token, recoveryCode: other })).code,
    'VALIDATION_ERROR',
  );
});

test('changes ask for the password and a factor; the last one removed opens the account to the password', async (t) => {
  const { app, ada, addTotp, codeOf, isIn } = await startSecondFactor(t);
  const other = app.browser();
  await other.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  assert.equal(
    (await ada.send('POST', `${AT}/set-up`, { kind: 'totp', password: 'wrong' })).paths[0],
    'password',
  );
  const { secret, factor } = await addTotp(ada);
  assert.ok(!(await isIn(other)), 'other sessions end');
  const removal = { id: factor.id, password: PASSWORD };
  for (const lacking of [
    { ...removal },
    { ...removal, proof: { code: totpCode(secret, 0) } },
    { ...removal, proof: { recoveryCode: 'aaaa-aaaa-aaaa-aaaa' } },
    { ...removal, proof: {} },
  ]) {
    assert.equal((await ada.send('POST', `${AT}/remove`, lacking)).code, 'VALIDATION_ERROR');
  }
  assert.equal(
    (await ada.send('POST', `${AT}/set-up`, { kind: 'totp', password: PASSWORD })).code,
    'VALIDATION_ERROR',
    'a second one, too',
  );
  assert.equal(
    (
      await ada.send('POST', `${AT}/remove`, {
        ...removal,
        password: 'wrong',
        proof: { code: codeOf(secret) },
      })
    ).paths[0],
    'password',
  );
  const eve = await app.member('eve@example.com');
  assert.equal((await eve.send('POST', `${AT}/remove`, removal)).status, 404, 'of another account');
  const removed = await ada.send('POST', `${AT}/remove`, {
    ...removal,
    proof: { code: codeOf(secret) },
  });
  assert.equal(removed.status, 200, JSON.stringify(removed.body));
  assert.deepEqual((await ada.send('GET', AT)).body, {
    factors: [],
    recoveryCodesLeft: 0,
    hasPassword: true,
    arePasskeysOffered: false,
  });
  const browser = app.browser();
  await browser.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  assert.ok(await isIn(browser));
  const told = (await app.audit()).map(({ action }) => action);
  assert.ok(
    told.includes('user.second_factor_added') && told.includes('user.second_factor_removed'),
  );
  const mails = (await app.mailsTo(EMAIL)).map(({ subject }) => subject);
  assert.ok(mails.includes('Second factor added') && mails.includes('Second factor removed'));
});

test('a sign-in while the first factor is added has no session afterwards', async (t) => {
  const { app, ada, addTotp, isIn } = await startSecondFactor(t);
  const browsers = Array.from({ length: 8 }, () => app.browser());
  const signIns = browsers.map(async (browser) =>
    browser.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD }),
  );
  await Promise.all([addTotp(ada), ...signIns]);
  for (const browser of browsers) assert.ok(!(await isIn(browser)));
});
