/** People at the web app: they sign up, open their mail, and sign in, in a browser. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type AtEnd, endWithFile, type RunningApp, startApp } from '../programs/start-app.ts';
import { startBrowser, type TestBrowser, type VisitOptions } from './start-browser.ts';

/** The first user of every program that is started here. */
export const OWNER = { email: 'owner@example.com', password: 'Correct-Horse-42-Battery' };
export const PASSWORD = 'Another-Good-77-Secret';
const MAIL_MS_MAX = 60_000;

export interface Person {
  readonly email: string;
  readonly password: string;
}

export interface WebApp extends TestBrowser {
  readonly app: RunningApp;
  /** The owner of an organization that no other test knows of. */
  readonly person: Person;
  /** A page on which the owner has signed in, at the given address. */
  visitAsOwner(path: string): Promise<Page>;
}

/**
 * The program with an owner in it, and a browser; undefined where the browser is missing. Tests of one file share the
 * program, since starting one takes longer than most of them; whoever changes its environment has one alone.
 */
export async function startWebApp(
  t: TestContext,
  options: VisitOptions = {},
  environment?: Readonly<Record<string, string>>,
): Promise<WebApp | undefined> {
  const browser = await startBrowser(t);
  if (browser === undefined) return undefined;
  const { app, person } =
    environment === undefined
      ? await shareProgram()
      : { app: await startProgram(t, environment), person: OWNER };
  return {
    ...browser,
    app,
    person,
    visitAsOwner: async (path) => {
      const signIn = `${app.url}/sign-in?next=${encodeURIComponent(path)}`;
      const page = await browser.visit(signIn, options);
      await signInOn(page, person);
      return page;
    },
  };
}

const allTests = endWithFile();
let shared: Promise<RunningApp> | undefined;
let strangers = 0;

/** The first to come is the first user; everybody else signs up. */
async function shareProgram(): Promise<{ app: RunningApp; person: Person }> {
  const isFirst = shared === undefined;
  shared ??= startProgram(allTests, {});
  const app = await shared;
  if (isFirst) return { app, person: OWNER };
  strangers += 1;
  return { app, person: await signUp(app, `owner-${strangers}@example.com`) };
}

function startProgram(
  t: AtEnd,
  environment: Readonly<Record<string, string>>,
): Promise<RunningApp> {
  return startApp(t, {
    XPLAIN_ADMIN_EMAIL: OWNER.email,
    XPLAIN_ADMIN_PASSWORD: OWNER.password,
    // As that of the first user.
    XPLAIN_DEFAULT_PLAN: 'enterprise',
    XPLAIN_RATE_AUTH: '0',
    XPLAIN_RATE_SESSION: '0',
    XPLAIN_RATE_PUBLIC: '0',
    XPLAIN_RATE_MANAGEMENT: '0',
    XPLAIN_RATE_SEARCH: '0',
    XPLAIN_RATE_LOGS: '0',
    ...environment,
  });
}

/** As a program would; the journeys about accounts do it as people do. */
async function signUp(app: RunningApp, email: string): Promise<Person> {
  const person = { email, password: OWNER.password };
  const send = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${app.url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify(body),
    });
    assert.equal(answer.ok, true, await answer.text());
  };
  await send('sign-up/email', { ...person, name: '' });
  const link = await linkInMail(app, email, /\/verify-email\?\S+/);
  const token = new URL(link).searchParams.get('token');
  await send('verify-email', { token, password: person.password });
  return person;
}

export async function signInOn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
}

/** Signs up on the open page and confirms the address. The page ends at the sign-in. */
export async function signUpOn(page: Page, app: RunningApp, email: string): Promise<void> {
  // The page before may have fields of the same names.
  await page.getByRole('button', { name: 'Sign up' }).waitFor();
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Request a link' }).waitFor();
  await page.goto(await linkInMail(app, email, /\/verify-email\?\S+/));
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/sign-in');
}

/** The first link of this form in the mails to somebody. */
export async function linkInMail(app: RunningApp, email: string, form: RegExp): Promise<string> {
  const folder = join(app.data, 'outbox');
  for (const deadline = Date.now() + MAIL_MS_MAX; Date.now() < deadline; await sleep(100)) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.json'),
    );
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8').replaceAll(String.raw`\n`, ' ');
      if (!text.includes(email)) continue;
      const path = form.exec(text)?.[0];
      if (path !== undefined) return app.url + path;
    }
  }
  return assert.fail(`no mail to ${email} with ${String(form)} came`);
}

/** Sends events with a key, as a program would. */
export async function sendEvents(
  app: RunningApp,
  key: string,
  events: readonly object[],
): Promise<number> {
  const answer = await fetch(`${app.url}/api/v1/logs/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(events),
  });
  await answer.arrayBuffer();
  return answer.status;
}
