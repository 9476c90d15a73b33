/** Signing in with a second factor, and every way round it that somebody would try who knows the password. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  type Browser,
  PASSWORD,
  startAccounts,
} from '../../../../test/support/guard/start-accounts.ts';
import { softPasskey } from '../../../../test/support/identity/soft-passkey.ts';
import { totpCode } from '../../../../test/support/identity/totp-code.ts';
import { userId } from '../../../base/ids.ts';
import type { AddedFactor, FactorSetUp, FactorStep } from '../../../contract/second-factor.ts';
import { LIMITS } from '../../../spec/limits.ts';

const EMAIL = 'ada@example.com';
const NEW_PASSWORD = 'Cerulean-Teapot-77';
const AT = '/api/auth/second-factor';

async function start(t: TestContext) {
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

test('without a second factor a password is enough, and sign-in answers as before', async (t) => {
  const { app, isIn } = await start(t);
  const browser = app.browser();
  const answer = await browser.send('POST', '/api/auth/sign-in/email', {
    email: EMAIL,
    password: PASSWORD,
  });
  assert.equal((answer.body as { user: { email: string } }).user.email, EMAIL);
  assert.ok(await isIn(browser));
});

test('with one, the password gives no session and no cookie, and the code does', async (t) => {
  const { app, ada, addTotp, password, prove, isIn, codeOf } = await start(t);
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
  const { app, ada, addTotp, password, prove, isIn, codeOf, pass } = await start(t);
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
  const { app, ada, addTotp, password, prove, codeOf, pass } = await start(t);
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
  const { app, ada, addTotp, password, prove, isIn, codeOf } = await start(t);
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
  assert.equal(
    (await prove(app.browser(), { token: again.token, recoveryCode: other })).code,
    'VALIDATION_ERROR',
  );
});

test('changes ask for the password and a factor; the last one removed opens the account to the password', async (t) => {
  const { app, ada, addTotp, codeOf, isIn } = await start(t);
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
  const { app, ada, addTotp, isIn } = await start(t);
  const browsers = Array.from({ length: 8 }, () => app.browser());
  const signIns = browsers.map(async (browser) =>
    browser.send('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD }),
  );
  await Promise.all([addTotp(ada), ...signIns]);
  for (const browser of browsers) assert.ok(!(await isIn(browser)));
});

test('a passkey signs in, with its own challenge only, and confirms changes', async (t) => {
  const { app, ada, password, prove, isIn } = await start(t);
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

test('an operator resets it, with an entry and an email, and nobody else can', async (t) => {
  const { app, ada, addTotp, isIn } = await start(t);
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
