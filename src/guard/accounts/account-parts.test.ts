/** Parts of accounts by themselves: what a provider says, what better-auth answers, links and mails. */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { openAccess } from '../../../test/support/open-access.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';
import { userId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import type { Reply, Request } from '../../http/gate.ts';
import { type OAuthProvider, perProvider } from '../../spec/sign-in.ts';
import { createBreachCheck } from './breach-check.ts';
import { requireFewFailures } from './failed-tries.ts';
import { createLink, dropLinks, readLink, takeLink } from './links-table.ts';
import { createPasswordHasher } from './password-hasher.ts';
import { requireGoodPassword } from './password-rules.ts';
import { readProfile } from './read-profile.ts';
import { relay } from './relay.ts';
import { setPassword } from './users-table.ts';
import { headersOf, visitOf } from './visit-of.ts';

const EMAIL = 'ada@example.com';

/** What `readProfile` makes of the answers of a provider, by address. */
async function profileFrom(
  t: TestContext,
  provider: OAuthProvider,
  answers: Readonly<Record<string, unknown>>,
  init: ResponseInit = {},
) {
  const asked: unknown[] = [];
  const { mock } = t.mock.method(globalThis, 'fetch', async (url: string, options: RequestInit) => {
    asked.push([url, new Headers(options.headers).get('authorization'), options.redirect]);
    const answer = answers[new URL(url).pathname];
    if (answer instanceof Error) throw answer;
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), init);
  });
  const facts = { client: undefined, authorizationUrl: '', tokenUrl: '' };
  const oauth = perProvider(() => ({ ...facts, userinfoUrl: 'https://idp.example/user/' }));
  const profile = await readProfile({ oauth, limits: LIMITS }, provider, 'secret');
  mock.restore();
  return { profile, asked };
}

test('what Google says of somebody is taken as narrowly as what people type', async (t) => {
  const right = { sub: 'g-1', name: 'Ada', email: EMAIL, email_verified: true };
  const expected = { id: 'g-1', name: 'Ada', email: EMAIL, emailVerified: true };
  const read = async (answer: unknown, init?: ResponseInit) =>
    (await profileFrom(t, 'google', { '/user/': answer }, init)).profile;
  const change = (fields: object) => read({ ...right, ...fields });

  const { profile, asked } = await profileFrom(t, 'google', { '/user/': right });
  assert.deepEqual(profile, expected);
  assert.deepEqual(asked, [['https://idp.example/user/', 'Bearer secret', 'error']]);
  assert.equal((await change({ sub: 42 }))?.id, '42');
  assert.equal((await change({ sub: 'x'.repeat(255) }))?.id.length, 255);
  for (const sub of [undefined, null, true, {}, ['g'], '', 'a b', 'x'.repeat(256)]) {
    assert.equal(await change({ sub }), undefined, JSON.stringify(sub));
  }
  assert.equal((await change({ email_verified: 'true' }))?.emailVerified, false);
  assert.equal((await change({ name: 7 }))?.name, '');
  assert.equal(
    (await change({ name: `A\u0007da${'x'.repeat(200)}` }))?.name,
    `Ada${'x'.repeat(97)}`,
  );
  for (const email of [undefined, 7, [EMAIL], 'ada', 'аda@example.com']) {
    assert.equal((await change({ email }))?.email, '', String(email));
  }
  const longest = `${'a'.repeat(242)}@example.com`;
  assert.equal((await change({ email: longest }))?.email, longest);
  assert.equal((await change({ email: `a${longest}` }))?.email, '');
});

test('a provider that answers no, too much or nothing has not said who signed in', async (t) => {
  const right = { sub: 'g-1', email: EMAIL, email_verified: true, pad: '' };
  const padded = (length: number): string => {
    const pad = 'x'.repeat(length - JSON.stringify(right).length);
    return JSON.stringify({ ...right, pad });
  };
  const read = async (answer: unknown, init?: ResponseInit) =>
    (await profileFrom(t, 'google', { '/user/': answer }, init)).profile;

  assert.equal((await read(padded(100_000)))?.id, 'g-1');
  assert.equal(await read(padded(100_001)), undefined);
  assert.equal(await read(right, { status: 401 }), undefined);
  for (const answer of ['no JSON', 'null', '"text"', new Error('away')]) {
    assert.equal(await read(answer), undefined, String(answer));
  }
});

test('of GitHub’s addresses a confirmed one counts, and without one nobody vouches', async (t) => {
  const user = { id: 42, login: 'ada', name: null, email: 'profile@example.com' };
  const address = (email: string, primary: boolean, verified: boolean) => ({
    email,
    primary,
    verified,
  });
  const read = async (list: unknown, change: object = {}) => {
    const answers = { '/user/': { ...user, ...change }, '/user/emails': list };
    const { profile } = await profileFrom(t, 'github', answers);
    return [profile?.id, profile?.name, profile?.email, profile?.emailVerified];
  };
  const [a, b, c] = ['a@example.com', 'b@example.com', 'c@example.com'];

  const first = [address(a, true, false), address(b, false, true), address(c, true, true)];
  assert.deepEqual(await read(first, { name: 'Ada' }), ['42', 'Ada', c, true]);
  assert.deepEqual(await read(first.slice(0, 2)), ['42', 'ada', b, true]);
  assert.deepEqual(await read(first.slice(0, 1)), ['42', 'ada', 'profile@example.com', false]);
  assert.deepEqual(await read(first.slice(0, 1), { email: null }), ['42', 'ada', a, false]);
  assert.deepEqual(await read('null'), ['42', 'ada', 'profile@example.com', false]);
  assert.deepEqual(await read([null], { email: null }), ['42', 'ada', '', false]);
});

async function relayed(answer: Response, change?: (body: unknown) => unknown) {
  const reported: unknown[] = [];
  const reply = {
    header: (...args: unknown[]) => void reported.push(['header', ...args]),
    redirect: (place: string) => void reported.push(['redirect', place]),
    send: (body: unknown) => void reported.push(['send', body]),
    type: (type: string) => {
      reported.push(['type', type]);
      return reply;
    },
  };
  await relay(reply as unknown as Reply, answer, change);
  return reported;
}

test('an answer of better-auth is passed on: cookies, redirections, bodies and nothing', async () => {
  const body = JSON.stringify({ a: 1 });
  const cookies = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ]);
  const nothing = [
    ['type', 'application/json; charset=utf-8'],
    ['send', 'null'],
  ];
  const location = { location: '/there' };

  assert.deepEqual(await relayed(new Response(body)), [['send', { a: 1 }]]);
  assert.deepEqual(await relayed(new Response(body), () => 'changed'), [['send', 'changed']]);
  assert.deepEqual(await relayed(new Response(body, { headers: cookies })), [
    ['header', 'set-cookie', ['a=1', 'b=2']],
    ['send', { a: 1 }],
  ]);
  assert.deepEqual(await relayed(new Response('')), nothing);
  assert.deepEqual(await relayed(new Response('null')), nothing);
  assert.deepEqual(await relayed(new Response(null, { status: 302, headers: location })), [
    ['redirect', '/there'],
  ]);
  assert.deepEqual(await relayed(new Response(body, { headers: location })), [['send', { a: 1 }]]);
  await assert.rejects(relayed(new Response(null, { status: 302 })), {
    message: 'better-auth answered 302 ',
  });
});

test('an error of better-auth gets our own form', async () => {
  const refused = (status: number, body: unknown = {}) =>
    relayed(new Response(JSON.stringify(body), { status }));

  await assert.rejects(refused(403, { code: 'EMAIL_NOT_VERIFIED' }), {
    code: 'EMAIL_NOT_VERIFIED',
    message: 'Confirm your email address first. The link is in the mail we sent.',
  });
  await assert.rejects(refused(401, { code: 'INVALID_EMAIL_OR_PASSWORD' }), {
    code: 'UNAUTHORIZED',
    message: 'Wrong email address or password.',
  });
  const codes = [
    [400, 'VALIDATION_ERROR'],
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
  ] as const;
  for (const [status, code] of codes) {
    await assert.rejects(refused(status, { code: 'OTHER' }), { name: 'AppError', code });
  }
  for (const [body, code] of [
    [{ code: 'BROKEN' }, 'BROKEN'],
    [{ code: 7 }, ''],
    [{}, ''],
    [null, ''],
    ['text', ''],
  ] as const) {
    await assert.rejects(refused(500, body), { message: `better-auth answered 500 ${code}` });
  }
});

test('a request is told of by its address and its client, and only its cookie goes on', () => {
  const full = {
    ip: '192.0.2.1',
    headers: { 'user-agent': 'test/1', cookie: 'a=1', authorization: 'x' },
  } as unknown as Request;
  const bare = { ip: '192.0.2.2', headers: {} } as unknown as Request;

  assert.deepEqual(visitOf(full), { ipAddress: '192.0.2.1', userAgent: 'test/1' });
  assert.deepEqual(visitOf(bare), { ipAddress: '192.0.2.2', userAgent: '' });
  assert.deepEqual([...headersOf(full)], [['cookie', 'a=1']]);
  assert.deepEqual([...headersOf(bare)], []);
});

test('a link is one person’s, of one kind, works once and until its time', async (t) => {
  const access = await openAccess(t);
  const { metadata } = access;
  const [ada, eve] = [await access.newPerson(), await access.newPerson()];
  const rules = { kind: 'verify-email', lifetimeMs: 1_000, everyMs: 100 } as const;
  const make = (
    user: typeof ada,
    now: number,
    change: Partial<Parameters<typeof createLink>[2]> = {},
  ) => metadata.transaction((unit) => createLink(unit, user.id, { ...rules, ...change }, now));
  const take = (token: string, now: number) =>
    metadata.transaction((unit) => takeLink(unit, 'verify-email', token, now));
  const read = (token = '', now = 0) => readLink(metadata, 'verify-email', token, now);

  const first = await make(ada, 0);
  assert.match(first ?? '', /^[0-9A-Za-z]{43}$/);
  assert.equal(await make(ada, 99), undefined);
  const others = [await make(eve, 99), await make(ada, 99, { kind: 'reset-password' })];
  assert.equal(others.includes(undefined), false);
  const second = (await make(ada, 100)) ?? '';
  assert.deepEqual([await read(first, 100), await read(second, 100)], [undefined, ada.id]);
  assert.equal(await read(others[0], 100), eve.id);
  assert.equal(await read(others[1], 100), undefined);
  assert.equal(await readLink(metadata, 'reset-password', others[1] ?? '', 100), ada.id);
  assert.deepEqual([await read(second, 1_099), await read(second, 1_100)], [ada.id, undefined]);
  assert.deepEqual([await take(second, 1_099), await take(second, 1_099)], [ada.id, undefined]);
  assert.equal(await take(others[1] ?? '', 100), undefined);

  const late = (await make(ada, 2_000)) ?? '';
  const left = await metadata.db.selectFrom('verifications').select('value').execute();
  assert.deepEqual(left, [{ value: ada.id }], 'what has expired is gone with the next link');
  assert.equal(await take(late, 3_000), undefined);
  const [ofAda, ofEve] = [await make(ada, 4_000), await make(eve, 4_000)];
  await metadata.transaction((unit) => dropLinks(unit, ada.id));
  assert.deepEqual([await read(ofAda, 4_001), await read(ofEve, 4_001)], [undefined, eve.id]);
  const kept = await make(ada, 4_100);
  await make(eve, 4_999);
  assert.equal(await read(kept, 5_000), ada.id, 'another link takes nobody’s away');
});

test('too many wrong passwords say when to come back, in seconds and minutes', async (t) => {
  const { metadata } = await openAccess(t);
  const hits: string[] = [];
  const tools = (isAllowed: boolean, retryAfterMs: number) => {
    const state = { isAllowed, remaining: 0, resetAt: 0, retryAfterMs };
    const hit = (key: string) => {
      hits.push(key);
      return state;
    };
    return { metadata, limits: LIMITS, counters: { hit, peek: () => state } };
  };
  const reported = (minutes: number): string =>
    `Too many wrong passwords for this address. Retry in ${minutes} min, or reset the password.`;

  await assert.rejects(requireFewFailures(tools(false, 60_001), EMAIL), {
    code: 'RATE_LIMITED',
    message: reported(2),
    facts: { retryAfterSeconds: 61 },
  });
  await assert.rejects(requireFewFailures(tools(false, 0), EMAIL), {
    message: reported(1),
    facts: { retryAfterSeconds: 1 },
  });
  await (await requireFewFailures(tools(true, 0), EMAIL)).noteFailure();
  await (await requireFewFailures(tools(true, 0), EMAIL.toUpperCase())).noteFailure();
  await (await requireFewFailures(tools(true, 0), 'eve@example.com')).noteFailure();
  assert.equal(hits.length, 3);
  assert.deepEqual([hits[0] === hits[1], hits[0] === hits[2]], [true, false]);
});

test('wrong passwords count for the password that is set: a new one begins a new count', async (t) => {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id } = await access.newPerson(EMAIL);
  const keys: string[] = [];
  const state = { isAllowed: true, remaining: 1, resetAt: 0, retryAfterMs: 0 };
  const counters = {
    hit: () => state,
    peek: (key: string) => {
      keys.push(key);
      return state;
    },
  };
  const look = () => requireFewFailures({ metadata, limits: LIMITS, counters }, EMAIL);

  await look();
  for (const hash of ['one', 'one', 'two']) {
    await metadata.transaction((unit) => setPassword(unit, userId(id), hash, 1, 10));
    await look();
  }

  assert.equal(new Set(keys).size, 3);
  assert.equal(keys[1], keys[2]);
  assert.match(keys[0] ?? '', /^wrong-passwords:[0-9a-f]{64}$/);
});

test('a password is refused for each rule it breaks, then for being known, then for its history', async (t) => {
  const access = await openAccess(t);
  const { metadata } = access;
  const [ada, eve] = [await access.newPerson(), await access.newPerson()];
  await metadata.transaction((unit) =>
    setPassword(unit, ada.id, 'hash of Fresh-Password-1', 1, 10),
  );
  await metadata.transaction((unit) =>
    setPassword(unit, eve.id, 'hash of Known-Password-1', 1, 10),
  );
  const tools = {
    metadata,
    limits: LIMITS,
    isBreached: async (password: string) => password.startsWith('Known'),
    hasher: {
      hash: async (password: string) => `hash of ${password}`,
      verify: async (hash: string, password: string) => hash === `hash of ${password}`,
    },
  };
  const messages = async (password: string, user?: typeof ada.id): Promise<string[]> => {
    try {
      await requireGoodPassword(tools, 'newPassword', password, user);
      return [];
    } catch (error) {
      const { message, facts } = error as {
        message: string;
        facts: { details: { path: string; message: string }[] };
      };
      assert.equal(message, `The password is not allowed. ${facts.details[0]?.message}`);
      assert.ok(facts.details.every(({ path }) => path === 'newPassword'));
      return facts.details.map((detail) => detail.message);
    }
  };

  assert.deepEqual(await messages('Aa1456789012'), []);
  assert.deepEqual(await messages('Aa145678901'), ['Must have at least 12 characters.']);
  assert.deepEqual(await messages(`Aa1${'😀'.repeat(253)}`), []);
  assert.deepEqual(await messages(`Aa1${'x'.repeat(254)}`), ['Must have at most 256 characters.']);
  assert.deepEqual(await messages('aa1456789012'), ['Must contain an uppercase letter.']);
  assert.deepEqual(await messages('AA1456789012'), ['Must contain a lowercase letter.']);
  assert.deepEqual(await messages('AaBcdefghijk'), ['Must contain a digit.']);
  assert.deepEqual(await messages('Known'), [
    'Must have at least 12 characters.',
    'Must contain a digit.',
  ]);
  for (const user of [ada.id, eve.id]) {
    assert.deepEqual(await messages('Known-Password-1', user), [
      'Appears in a data breach or is too common. Choose another one.',
    ]);
  }
  assert.deepEqual(await messages('Fresh-Password-1', ada.id), [
    'Must differ from the last 10 passwords.',
  ]);
  assert.deepEqual(await messages('Fresh-Password-1', eve.id), []);
  assert.deepEqual(await messages('Fresh-Password-1'), []);
  assert.deepEqual(await messages('Other-Password-1', ada.id), []);
});

test('as many hashes run and wait as may, and each that ends makes room', async () => {
  const hasher = createPasswordHasher({ hashesAtOnceMax: 2, hashesWaitingMax: 1 });
  const round = async (): Promise<string[]> => {
    const ended = await Promise.allSettled(
      Array.from({ length: 4 }, () => hasher.verify('not a hash', 'x')),
    );
    return ended.map((one) =>
      one.status === 'rejected' && (one.reason as { code?: string }).code === 'RATE_LIMITED'
        ? 'refused'
        : 'done',
    );
  };

  assert.deepEqual(await round(), ['done', 'done', 'done', 'refused']);
  assert.deepEqual(await round(), ['done', 'done', 'done', 'refused']);
});

test('a range file and a service’s answer count up to their bound', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-ranges-'));
  t.after(() => removeFolder(folder));
  const leaked = 'Vermilion-Kettle-42';
  const digest = createHash('sha1').update(leaked).digest('hex').toUpperCase();
  const line = `${digest.slice(5).toLowerCase()}:1`;
  writeFileSync(join(folder, digest.slice(0, 5)), line);
  t.mock.method(globalThis, 'fetch', async (url: URL) =>
    url.href === `https://ranges.example/x/${digest.slice(0, 5)}`
      ? new Response(line)
      : new Response('no', { status: 404 }),
  );
  const check = (source: Parameters<typeof createBreachCheck>[1], bytesMax: number) => {
    const limits = { breachCheckMsMax: 60_000, breachAnswerBytesMax: bytesMax };
    return createBreachCheck({ log: silentLog, limits }, source)(leaked);
  };

  for (const source of [
    { kind: 'folder', folder },
    { kind: 'range', url: 'https://ranges.example/x' },
    { kind: 'range', url: 'https://ranges.example/x/' },
  ] as const) {
    assert.equal(await check(source, line.length), true);
    assert.equal(await check(source, line.length - 1), false);
  }
  assert.equal(await check({ kind: 'list' }, 0), false);
  assert.equal(await check({ kind: 'off' }, 0), false);
  writeFileSync(join(folder, digest.slice(0, 5)), `${'0'.repeat(35)}:9\n${digest.slice(5)}:0`);
  assert.equal(await check({ kind: 'folder', folder }, 1_000), false, 'padding');
});
