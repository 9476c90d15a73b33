import type { TestContext } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import type { PipelineStep } from '../../../src/contract/pipeline-steps.ts';
import { openMemoryCounters } from '../../../src/engines/counters/memory/open-memory-counters.ts';
import {
  changePipeline,
  createPipeline,
  listPipelineVersions,
} from '../../../src/flow/pipelines/manage-pipelines.ts';
import { openPassage, passSlice } from '../../../src/flow/pipelines/pass-events.ts';
import {
  createInvitation,
  revokeInvitation,
} from '../../../src/guard/access/invitations/manage-invitations.ts';
import {
  mayMail,
  noteInvitationMail,
  noteMail,
  requireInvitationMail,
} from '../../../src/guard/access/mail-allowance.ts';
import { createBreachCheck } from '../../../src/guard/accounts/breach-check.ts';
import { requireFewFailures } from '../../../src/guard/accounts/failed-tries.ts';
import { createPasswordHasher } from '../../../src/guard/accounts/password-hasher.ts';
import { readProfile } from '../../../src/guard/accounts/read-profile.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/spec/units.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { openAccess } from '../../support/open-access.ts';
import {
  errorOf,
  INDEXES,
  pipelineEvent,
  pipelineSet,
} from '../../support/ingest/pipeline-events.ts';
import { startAccounts } from '../../support/guard/start-accounts.ts';
import { pipelineNeeds } from '../../support/ingest/start-pipelines.ts';
import { SYSTEM } from '../actors.ts';
import { isGivenUpWithin, outcomeOf } from '../observe.ts';
import { probe, type ProbesOf } from '../probe.ts';

async function inviting(limits: Limits, t: TestContext) {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization();
  const { organizations, accountMails: mailLimits } = limits;
  const needs = { ...access.needs, limits: organizations, mailLimits };
  const invite = (email: string) => createInvitation(needs, owner.actor, { email, role: 'viewer' });
  return { ...access, needs, owner, invite };
}

async function secondInvitation(limits: Limits, t: TestContext): Promise<string> {
  const { invite } = await inviting(limits, t);
  await invite('first@example.com');
  return outcomeOf(() => invite('second@example.com'));
}

/** Of the same address, 100 s after the first, which was revoked. */
async function invitationAgain(limits: Limits, t: TestContext): Promise<string> {
  const { invite, needs, owner, clock } = await inviting(limits, t);
  const { id } = await invite('ada@example.com');
  await revokeInvitation(needs, owner.actor, id);
  clock.advance(100_000);
  return outcomeOf(() => invite('ada@example.com'));
}

function mailing(limits: Limits) {
  const counters = openMemoryCounters({ clock: fakeClock(), limits: limits.counters });
  return { counters, mailLimits: limits.accountMails };
}

async function mayMailAgain(limits: Limits): Promise<boolean> {
  const needs = mailing(limits);
  await noteMail(needs, 'ada@example.com');
  return mayMail(needs, 'ada@example.com');
}

async function mayInviteAgain(limits: Limits): Promise<string> {
  const needs = mailing(limits);
  await noteInvitationMail(needs, SYSTEM.organization, 'ada@example.com');
  return outcomeOf(() => requireInvitationMail(needs, SYSTEM.organization, 'bob@example.com'));
}

/** How many of five passwords are not hashed, since too many wait. */
async function refusedHashes(limits: Limits['passwords']): Promise<number> {
  const hasher = createPasswordHasher(limits);
  const all = Array.from({ length: 5 }, (_, at) => outcomeOf(() => hasher.hash(`password ${at}`)));
  return (await Promise.all(all)).filter((outcome) => outcome !== 'done').length;
}

/** Nobody answers, unless the caller gives up. */
function silenceNetwork(t: TestContext): void {
  t.mock.method(globalThis, 'fetch', (_url: unknown, { signal }: { signal: AbortSignal }) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
}

function isBreachGivenUp({ passwords: limits }: Limits, t: TestContext): Promise<boolean> {
  silenceNetwork(t);
  const url = 'https://range.example.com/';
  const isBreached = createBreachCheck({ log: silentLog, limits }, { kind: 'range', url });
  return isGivenUpWithin(t, 100, () => isBreached('Vermilion-Kettle-42'));
}

function isProviderGivenUp(limits: Limits, t: TestContext): Promise<boolean> {
  silenceNetwork(t);
  const at = 'https://provider.example.com';
  const setting = {
    client: undefined,
    authorizationUrl: `${at}/authorize`,
    tokenUrl: `${at}/token`,
    userinfoUrl: `${at}/me`,
  };
  const needs = { limits, oauth: { google: setting, github: setting } };
  return isGivenUpWithin(t, 100, () => readProfile(needs, 'google', 'token'));
}

/** Whether a password may be tried after two wrong ones, the last of them 100 ms ago. */
async function thirdTry(limits: Limits, t: TestContext): Promise<string> {
  const { metadata } = await openAccess(t);
  const clock = fakeClock();
  const counters = openMemoryCounters({ clock, limits: limits.counters });
  const tools = { metadata, counters, limits };
  for (let wrong = 0; wrong < 2; wrong += 1) {
    await (await requireFewFailures(tools, 'ada@example.com')).noteFailure();
  }
  clock.advance(100);
  return outcomeOf(() => requireFewFailures(tools, 'ada@example.com'));
}

/** The same, where two are too many. */
const tooManyTries = (limits: Limits, t: TestContext): Promise<string> =>
  thirdTry({ ...limits, accounts: { ...limits.accounts, wrongPasswordsMax: 2 } }, t);

async function signedIn(limits: Limits, t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const accounts = await startAccounts(t, { needs: { limits } });
  const ada = await accounts.member();
  /** The status of a request after so much time. */
  const after = async (ms: number): Promise<number> => {
    t.mock.timers.tick(ms);
    return (await ada.send('GET', '/api/v1/organizations')).status;
  };
  return { ...accounts, ada, after };
}

async function afterTwoDays(limits: Limits, t: TestContext): Promise<number> {
  return (await signedIn(limits, t)).after(2 * DAY_MS);
}

async function isRefreshed(limits: Limits, t: TestContext): Promise<boolean> {
  const { ada, after } = await signedIn(limits, t);
  ada.received.length = 0;
  await after(2 * HOUR_MS);
  return ada.received.length > 0;
}

/** Two minutes after the session was removed behind the back of the product. */
async function afterRemoval(limits: Limits, t: TestContext): Promise<number> {
  const { metadata, after } = await signedIn(limits, t);
  await after(0);
  await metadata.db.deleteFrom('sessions').execute();
  return after(2 * MINUTE_MS);
}

/** After two days and an hour, with a refresh on each. */
async function refreshedTwice(limits: Limits, t: TestContext): Promise<number> {
  const { after } = await signedIn(limits, t);
  await after(DAY_MS + HOUR_MS);
  return after(DAY_MS);
}

const SET: PipelineStep = { kind: 'set', field: 'seen', value: '1' };
/** It may take long, so it is watched. */
const WATCHED: PipelineStep = { kind: 'parse_regex', pattern: '.*a.*a.*a.*a.*a(?<x>b)' };

/** What an event says after it went through one step, by a request that took 100 ms before. */
function errorAfter(limits: Limits, step: PipelineStep, overruns: number): string {
  const set = pipelineSet([{ steps: [step] }], limits);
  set.overruns.count = overruns;
  set.overruns.since = performance.now();
  const event = pipelineEvent({ body: 'c'.repeat(5_000) });
  const passage = openPassage(set, [event], limits, INDEXES);
  passage.spentMs = 100;
  while (!passSlice(passage));
  return errorOf(event) ?? '';
}

/** How many earlier versions there are of a pipeline that was changed three times. */
async function versionsKept(limits: Limits, t: TestContext): Promise<number> {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization();
  const needs = { ...pipelineNeeds(access), limits };
  const { id } = await createPipeline(needs, owner.actor, { name: 'p', steps: [SET] });
  for (const name of ['q', 'r', 's']) {
    await changePipeline(needs, owner.actor, id, { name }, undefined);
  }
  return (await listPipelineVersions(needs, owner.actor, id)).length;
}

export const ACCESS_PROBES: ProbesOf<
  'organizations' | 'accountMails' | 'passwords' | 'accounts' | 'sessions' | 'pipelines'
> = {
  organizations: { pendingInvitationsMax: probe(secondInvitation, [1, 'CONFLICT'], [2, 'done']) },
  accountMails: {
    invitationEveryMs: probe(invitationAgain, [50_000, 'done'], [200_000, 'RATE_LIMITED']),
    perRecipientMax: probe(mayMailAgain, [1, false], [2, true]),
    perOrganizationMax: probe(mayInviteAgain, [1, 'RATE_LIMITED'], [2, 'done']),
  },
  passwords: {
    hashesAtOnceMax: probe(
      ({ passwords }) => refusedHashes({ ...passwords, hashesWaitingMax: 1 }),
      [1, 3],
      [3, 1],
    ),
    hashesWaitingMax: probe(({ passwords }) => refusedHashes(passwords), [1, 2], [2, 1]),
    breachCheckMsMax: probe(isBreachGivenUp, [50, true], [200, false]),
  },
  accounts: {
    providerMsMax: probe(isProviderGivenUp, [50, true], [200, false]),
    wrongPasswordsMax: probe(thirdTry, [2, 'RATE_LIMITED'], [3, 'done']),
    wrongPasswordsMs: probe(tooManyTries, [50, 'done'], [200, 'RATE_LIMITED']),
  },
  sessions: {
    durationMs: probe(afterTwoDays, [DAY_MS, 401], [3 * DAY_MS, 200]),
    refreshAgeMs: probe(isRefreshed, [HOUR_MS, true], [3 * HOUR_MS, false]),
    cookieCacheMs: probe(afterRemoval, [MINUTE_MS, 401], [3 * MINUTE_MS, 200]),
    absoluteMsMax: probe(refreshedTwice, [2 * DAY_MS, 401], [4 * DAY_MS, 200]),
  },
  pipelines: {
    requestMsMax: probe(
      (limits) => errorAfter(limits, SET, 0),
      [50, 'pipelines: they took more than 50 ms for this request'],
      [200, ''],
    ),
    overrunsPerMinuteMax: probe(
      (limits) => /is paused for a minute/.test(errorAfter(limits, WATCHED, 2)),
      [2, true],
      [9, false],
    ),
    versionsMax: probe(versionsKept, [2, 2], [3, 3]),
  },
};
