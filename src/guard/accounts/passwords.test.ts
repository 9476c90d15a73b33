import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { startAccounts } from '../../../test/support/guard/start-accounts.ts';
import { createFirstUser } from './index.ts';
import { createBreachCheck, isCommon } from './breach-check.ts';
import { createPasswordHasher } from './password-hasher.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';

const EMAIL = 'ada@example.com';

test('each rule of a password is told on its own, under the field it came in', async (t) => {
  const { browser, mailsTo } = await startAccounts(t);
  const { charactersMin: min, charactersMax: max } = LIMITS.passwords;
  const cases: readonly (readonly [password: string, ...messages: RegExp[]])[] = [
    [`Aa1${'x'.repeat(min - 4)}`, /at least 12/],
    [`Aa1${'x'.repeat(max - 2)}`, /at most 256/],
    ['vermilion-kettle-42', /uppercase/],
    ['VERMILION-KETTLE-42', /lowercase/],
    ['Vermilion-Kettle', /digit/],
    ['short', /at least/, /uppercase/, /digit/],
    ['Password12345!', /breach/],
  ];

  for (const [password, ...messages] of cases) {
    const answer = await browser().send('POST', '/api/auth/sign-up/email', {
      email: EMAIL,
      password,
    });
    const { details } = answer.body as { details: { path: string; message: string }[] };
    assert.deepEqual([answer.status, answer.code], [400, 'VALIDATION_ERROR'], password);
    assert.deepEqual(new Set(answer.paths), new Set(['password']));
    assert.equal(details.length, messages.length, JSON.stringify(details));
    for (const [index, message] of messages.entries()) {
      assert.match(details[index]?.message ?? '', message);
    }
  }

  assert.deepEqual(await mailsTo(EMAIL), []);
});

test('a password of exactly the least and the greatest length is taken', async (t) => {
  const { browser } = await startAccounts(t);
  const { charactersMin: min, charactersMax: max } = LIMITS.passwords;
  const start = 'Aq1-zx7vKp';

  const longest = start + '😀'.repeat(max - start.length);

  for (const [index, password] of [start.padEnd(min, 'w'), longest].entries()) {
    const answer = await browser().send('POST', '/api/auth/sign-up/email', {
      email: `a${index}@example.com`,
      password,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
});

test('none of the last ten passwords comes back, the one before them may', async (t) => {
  const { member } = await startAccounts(t);
  const { historyMax } = LIMITS.passwords;
  const password = (index: number): string => `Cobalt-Lantern-Nr${index}`;
  const ada = await member(EMAIL, password(0));
  const change = (from: number, to: number) =>
    ada.send('POST', '/api/auth/change-password', {
      currentPassword: password(from),
      newPassword: password(to),
    });

  for (let index = 1; index < historyMax; index++) {
    assert.equal((await change(index - 1, index)).status, 200);
  }
  const stillKnown = await change(historyMax - 1, 0);
  assert.equal((await change(historyMax - 1, historyMax)).status, 200);
  const forgotten = await change(historyMax, 0);

  assert.deepEqual([stillKnown.status, stillKnown.paths], [400, ['newPassword']]);
  assert.equal(forgotten.status, 200);
});

test('the history knows the passwords of the sign-up and of a reset', async (t) => {
  const { browser, member, linkTo, metadata } = await startAccounts(t);
  await member(EMAIL, 'Cobalt-Lantern-Nr0');
  await browser().send('POST', '/api/auth/request-password-reset', { email: EMAIL });
  const token = await linkTo(EMAIL);
  const reset = (newPassword: string) =>
    browser().send('POST', '/api/auth/reset-password', { token, newPassword });

  const old = await reset('Cobalt-Lantern-Nr0');
  const fresh = await reset('Cobalt-Lantern-Nr1');

  assert.deepEqual([old.status, old.paths, fresh.status], [400, ['newPassword'], 200]);
  const history = await metadata.db.selectFrom('password_history').select('hash').execute();
  assert.equal(history.length, 2);
});

test('hashes are argon2id with 19 MiB and two passes, and few are made at once', async () => {
  const hasher = createPasswordHasher({ hashesAtOnceMax: 1, hashesWaitingMax: 2 });

  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => hasher.hash('Vermilion-Kettle-42')),
  );
  const [first, , , fourth] = results;

  assert.ok(first?.status === 'fulfilled' && fourth?.status === 'rejected');
  assert.match(first.value, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.deepEqual((fourth.reason as { code: string }).code, 'RATE_LIMITED');
  assert.equal(await hasher.verify(first.value, 'Vermilion-Kettle-42'), true);
  assert.equal(await hasher.verify(first.value, 'Vermilion-Kettle-43'), false);
});

test('the same password is the same, however the keyboard writes its accents', async () => {
  const hasher = createPasswordHasher(LIMITS.passwords);

  const hash = await hasher.hash('Caf\u00e9-Kettle-42');

  assert.equal(await hasher.verify(hash, 'Cafe\u0301-Kettle-42'), true);
});

test('common words stay common with capitals, years and marks', () => {
  for (const password of ['Password2024!', 'Sunshine12345', 'QwertyUiop2023', 'PASSWORD123!!!']) {
    assert.equal(isCommon(password), true, password);
  }
  assert.equal(isCommon('Vermilion-Kettle-42'), false);
  assert.equal(isCommon('1234567890'), true);
});

const LEAKED = 'Vermilion-Kettle-42';
const DIGEST = createHash('sha1').update(LEAKED).digest('hex').toUpperCase();

function logKeeping(lines: string[]) {
  return { ...silentLog, warn: (_fields: object, message: string) => void lines.push(message) };
}

async function startRangeService(
  t: TestContext,
  answer: (prefix: string) => { readonly status: number; readonly text: string } | undefined,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const prefix = (request.url ?? '').slice('/range/'.length);
    asked.push(prefix);
    const { status, text } = answer(prefix) ?? {};
    // No answer at all: the time-out decides.
    if (status !== undefined) response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`, asked };
}

test('a range service learns five characters of the hash, and its padding counts for nothing', async (t) => {
  const lines = `0018A45C4D1DEF81644B54AB7F969B88D65:3\r\n${DIGEST.slice(5)}:7\r\n`;
  const padding = lines.replace(':7', ':0');
  let text = lines;
  const { url, asked } = await startRangeService(t, () => ({ status: 200, text }));
  const needs = { log: silentLog, limits: LIMITS.passwords };
  const isBreached = createBreachCheck(needs, { kind: 'range', url: url.slice(0, -1) });

  const leaked = await isBreached(LEAKED);
  text = padding;
  const padded = await isBreached(LEAKED);
  const common = await isBreached('Password2024!');

  assert.deepEqual([leaked, padded, common], [true, false, true]);
  assert.deepEqual(asked, [DIGEST.slice(0, 5), DIGEST.slice(0, 5)]);
});

test('a range service that fails, hangs or floods leaves the list to decide, and the log says so', async (t) => {
  const limits = { ...LIMITS.passwords, breachCheckMsMax: 100, breachAnswerBytesMax: 1_000 };
  const answers = [
    { status: 500, text: 'broken' },
    undefined,
    { status: 200, text: 'x'.repeat(10_000) },
  ];

  for (const given of answers) {
    const lines: string[] = [];
    const { url } = await startRangeService(t, () => given);
    const isBreached = createBreachCheck(
      { log: logKeeping(lines), limits },
      { kind: 'range', url },
    );
    assert.deepEqual([await isBreached(LEAKED), await isBreached('Password2024!')], [false, true]);
    assert.deepEqual(lines, ['breached passwords cannot be looked up, using the list']);
  }
});

test('a folder of range files is read, with and without the ending', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-ranges-'));
  t.after(() => removeFolder(folder));
  const lines: string[] = [];
  const needs = { log: logKeeping(lines), limits: LIMITS.passwords };
  const isBreached = createBreachCheck(needs, { kind: 'folder', folder });

  const missing = await isBreached(LEAKED);
  writeFileSync(join(folder, `${DIGEST.slice(0, 5)}.txt`), `${DIGEST.slice(5)}:1\n`);
  const found = await isBreached(LEAKED);
  writeFileSync(join(folder, DIGEST.slice(0, 5)), 'FFFF:1\n');
  const replaced = await isBreached(LEAKED);

  assert.deepEqual([missing, found, replaced], [false, true, false]);
  assert.equal(lines.length, 1);
});

test('the check can be switched off', async (t) => {
  const { browser } = await startAccounts(t, { needs: { breachCheck: { kind: 'off' } } });

  const answer = await browser().send('POST', '/api/auth/sign-up/email', {
    email: EMAIL,
    password: 'Password12345!',
  });

  assert.equal(answer.status, 200);
});

test('the first user is confirmed, owns an organization and is made on an empty store only', async (t) => {
  const { accounts, browser, metadata } = await startAccounts(t);
  const password = 'Vermilion-Kettle-42';

  const made = await Promise.all(
    [1, 2, 3].map(() => createFirstUser(accounts.tools, 'Root@Example.com', password)),
  );
  const root = browser();
  const signedIn = await root.send('POST', '/api/auth/sign-in/email', {
    email: 'root@example.com',
    password,
  });
  const billing = await root.send('GET', '/api/v1/organization/billing');
  const later = await createFirstUser(accounts.tools, 'other@example.com', password);

  assert.deepEqual(made.filter(Boolean), [true]);
  assert.deepEqual([signedIn.status, billing.status, later], [200, 200, false]);
  assert.equal((await metadata.db.selectFrom('users').selectAll().execute()).length, 1);
});

test('a first user with a weak password or a strange address stops the start', async (t) => {
  const { accounts, metadata } = await startAccounts(t);

  await assert.rejects(createFirstUser(accounts.tools, EMAIL, 'too-weak'), {
    name: 'StartError',
    message: /XPLAIN_ADMIN_PASSWORD is not allowed\. Must have at least 12 characters\./,
  });
  await assert.rejects(createFirstUser(accounts.tools, 'root@localhost', 'Vermilion-Kettle-42'), {
    name: 'StartError',
  });

  assert.deepEqual(await metadata.db.selectFrom('users').selectAll().execute(), []);
});
