import type { TestContext } from 'node:test';
import { systemClock } from '../../../src/base/clock.ts';
import { newId } from '../../../src/base/ids.ts';
import { silentLog } from '../../../src/base/log.ts';
import { openMemoryCounters } from '../../../src/engines/counters/memory/open-memory-counters.ts';
import { enqueueMail } from '../../../src/engines/mail/mail.ts';
import type { Metadata } from '../../../src/engines/metadata/metadata.ts';
import type { App } from '../../../src/http/app.ts';
import {
  type AccessCache,
  type AccessNeeds,
  createAuthenticate,
  createUseNotes,
  openAccessCache,
  createVouchers,
} from '../../../src/guard/access/index.ts';
import { accessRoutes } from '../../../src/guard/access/routes.ts';
import {
  type AccountNeeds,
  type Accounts,
  openAccounts,
} from '../../../src/guard/accounts/index.ts';
import { accountRoutes } from '../../../src/guard/accounts/routes.ts';
import { createLimitRate } from '../../../src/guard/limits/index.ts';
import { LIMITS, USUAL_RATES } from '../limits.ts';
import { PLANS } from '../../../src/spec/plans.ts';
import { RATES } from '../../../src/spec/rates.ts';
import { perProvider, providerFacts } from '../../../src/spec/sign-in.ts';
import { openSecrets } from '../../../src/engines/secrets/open-secrets.ts';
import { openTestMetadata } from '../open-test-metadata.ts';
import { startHttp } from '../http/start-http.ts';

export interface AccountsUnderTest {
  readonly url: string;
  readonly metadata: Metadata;
  readonly accounts: Accounts;
  /** A browser: it keeps its cookies. */
  readonly browser: () => Browser;
  /** Mails to an address, oldest first, once everything behind the answers is done. */
  readonly mailsTo: (address: string) => Promise<{ subject: string; text: string }[]>;
  /** The secret of the link in the newest mail to an address. */
  readonly linkTo: (address: string) => Promise<string>;
  /** Audit entries of all organizations, oldest first. */
  readonly audit: () => Promise<{ action: string; details: Record<string, unknown> }[]>;
  /** Signs up, confirms and signs in. */
  readonly member: (email?: string, password?: string) => Promise<Browser>;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  /** Every `Set-Cookie` that came, in order. */
  readonly received: string[];
  send(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body. */
  readonly body: unknown;
  /** `code` of an error. */
  readonly code: string | undefined;
  /** Dotted paths of an error's details. */
  readonly paths: readonly string[];
}

export const PASSWORD = 'Vermilion-Kettle-42';

export const SECRET = 'a secret of thirty-two characters or more';
const vouchers = createVouchers(SECRET);

const NO_CLIENTS = perProvider((provider) => ({ ...providerFacts(provider), client: undefined }));

/** Accounts and organizations over real HTTP; rates are off unless a test switches them on. */
export async function startAccounts(
  t: TestContext,
  options: {
    readonly metadata?: Metadata;
    readonly needs?: Partial<AccountNeeds>;
    readonly rates?: Partial<Record<keyof typeof RATES, number>>;
    readonly isOperatorFactorRequired?: boolean;
    /** Wraps what the accounts work with before the routes use it. */
    readonly change?: (accounts: Accounts) => Accounts;
    /** Further endpoints. */
    readonly mount?: (
      app: App,
      rooms: { readonly accounts: Accounts; readonly access: AccessNeeds },
    ) => void;
  } = {},
): Promise<AccountsUnderTest> {
  const metadata = options.metadata ?? (await openTestMetadata(t));
  const cache = await openAccessCache({ metadata, clock: systemClock });
  t.after(() => cache[Symbol.asyncDispose]());
  let url = '';
  const publicOrigin = (): string => url;
  const mailNeeds = { clock: systemClock, newId: () => newId('mail') };
  const counters = openMemoryCounters({ clock: systemClock, limits: LIMITS.counters });
  const mailLimits = LIMITS.accountMails;
  const opened = openAccounts({
    metadata,
    cache,
    clock: systemClock,
    log: silentLog,
    limits: LIMITS,
    publicOrigin,
    counters,
    mailLimits,
    enqueueMail: (unit, mail) => enqueueMail(mailNeeds, unit, mail),
    secret: SECRET,
    isMailSent: true,
    vouchers,
    isCookieSecure: false,
    signUp: 'open',
    ownOrganization: 'always',
    defaultPlan: 'free',
    oauth: NO_CLIENTS,
    secrets: openSecrets({ secret: SECRET, previous: undefined }),
    breachCheck: { kind: 'list' },
    ...options.needs,
  });
  const accounts = options.change?.(opened) ?? opened;
  t.after(() => accounts[Symbol.asyncDispose]());
  const shared = { metadata, cache, clock: systemClock, publicOrigin, counters };
  const guard = createGuard(shared, accounts, options.rates, options.isOperatorFactorRequired);
  const { enqueueMail: enqueue, isMailSent } = accounts.tools;
  const room = { vouchers, mailLimits, isMailSent, enqueueMail: enqueue };
  const accessNeeds = { ...ACCESS_FACTS, ...shared, ...room };
  const http = await startHttp(
    t,
    (app) => {
      accountRoutes(app, accounts);
      accessRoutes(app, accessNeeds);
      options.mount?.(app, { accounts, access: accessNeeds });
    },
    { guard },
  );
  url = http.url;
  return { url, metadata, accounts, ...tellers(url, metadata, accounts) };
}

interface GuardParts extends Pick<AccountNeeds, 'clock' | 'publicOrigin' | 'counters'> {
  readonly metadata: Metadata;
  readonly cache: AccessCache;
}

function createGuard(
  { counters, ...parts }: GuardParts,
  { readSession, presentsSession, emailOf }: Accounts,
  rates: Partial<Record<keyof typeof RATES, number>> = {},
  isFactorRequired = false,
) {
  const off = Object.fromEntries(Object.keys(RATES).map((name) => [name, 0]));
  const { metadata, clock } = parts;
  return {
    authenticate: createAuthenticate({
      ...parts,
      readSession,
      emailOf,
      isOperatorFactorRequired: isFactorRequired,
      noteUse: createUseNotes({ metadata, clock, log: silentLog }),
    }),
    limitRate: createLimitRate({
      counters,
      rates: { ...(off as Record<keyof typeof RATES, number>), ...rates },
      limits: LIMITS.rates,
      readSession,
      presentsSession,
    }),
  };
}

/** What the access room needs beside its engines. */
const ACCESS_FACTS = {
  plans: PLANS,
  rates: USUAL_RATES,
  hasModel: true,
  defaultPlan: 'free',
  planChanges: 'operator',
  signUp: 'open',
  quotaWarnRatio: LIMITS.ingest.quotaWarnRatio,
  limits: LIMITS.organizations,
  counts: {},
} as const;

function tellers(url: string, metadata: Metadata, accounts: Accounts) {
  const settle = (): PromiseLike<void> => accounts.tools.background[Symbol.asyncDispose]();
  async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
    await settle();
    const rows = await metadata.db
      .selectFrom('mail_outbox')
      .select(['subject', 'body'])
      .where('recipient', '=', address)
      .orderBy('created_at')
      .execute();
    return rows.map(({ subject, body }) => ({
      subject,
      text: (JSON.parse(body ?? '{}') as { text: string }).text,
    }));
  }
  async function linkTo(address: string): Promise<string> {
    const text = (await mailsTo(address)).at(-1)?.text ?? '';
    const token = /token=(\w+)/.exec(text)?.[1];
    if (token === undefined) throw new Error(`no link in the newest mail to ${address}`);
    return token;
  }
  async function audit() {
    await settle();
    const rows = await metadata.db
      .selectFrom('audit_entries')
      .select(['action', 'details', 'recorded_at'])
      .orderBy('recorded_at')
      .execute();
    return rows.map(({ action, details }) => ({
      action: String(action),
      details: JSON.parse(details) as Record<string, unknown>,
    }));
  }
  async function member(email = 'ada@example.com', password = PASSWORD): Promise<Browser> {
    const person = createBrowser(url);
    await person.send('POST', '/api/auth/sign-up/email', { email, password, name: 'Ada' });
    const token = await linkTo(email);
    await person.send('POST', '/api/auth/verify-email', { token, password });
    const answer = await person.send('POST', '/api/auth/sign-in/email', { email, password });
    if (answer.status !== 200) throw new Error(`signing in failed: ${JSON.stringify(answer.body)}`);
    return person;
  }
  return { browser: () => createBrowser(url), mailsTo, linkTo, audit, member };
}

export function createBrowser(url: string): Browser {
  const cookies = new Map<string, string>();
  const received: string[] = [];
  return {
    cookies,
    received,
    async send(method, path, body, headers = {}) {
      const isForm = body instanceof URLSearchParams;
      const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(new URL(path, url), {
        method,
        redirect: 'manual',
        headers: {
          ...(jar === '' ? {} : { cookie: jar }),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      for (const cookie of answer.headers.getSetCookie()) keepCookie(cookies, received, cookie);
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : text;
      const error = parsed as { code?: string; details?: { path: string }[] } | null;
      return {
        status: answer.status,
        headers: answer.headers,
        body: parsed,
        code: typeof parsed === 'object' ? error?.code : undefined,
        paths: typeof parsed === 'object' ? (error?.details ?? []).map(({ path: at }) => at) : [],
      };
    },
  };
}

function keepCookie(cookies: Map<string, string>, received: string[], cookie: string): void {
  received.push(cookie);
  const [pair = ''] = cookie.split(';', 1);
  const split = pair.indexOf('=');
  const name = pair.slice(0, split);
  if (/max-age=0\b/i.test(cookie)) cookies.delete(name);
  else cookies.set(name, pair.slice(split + 1));
}
