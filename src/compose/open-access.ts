import { systemClock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { keepSecret } from '../config/index.ts';
import { enqueueMail } from '../engines/mail/mail.ts';
import { openSecrets } from '../engines/secrets/open-secrets.ts';
import { createReceiptIds } from '../flow/ingest/index.ts';
import {
  createAuthenticate,
  createUseNotes,
  createVouchers,
  openAccessCache,
} from '../guard/access/index.ts';
import { createFirstUser, openAccounts } from '../guard/accounts/index.ts';
import type { Access, Node } from './node.ts';
import { gatherCounts } from './walk-rooms.ts';

/** Accounts, organizations and what guards them. */
export async function openAccess(node: Node): Promise<Access> {
  const { config, log, opened, publicOrigin } = node;
  const { metadata, counters } = node.engines;
  const mailNeeds = { clock: systemClock, newId: () => newId('mail') };
  const cache = opened.use(await openAccessCache({ metadata, clock: systemClock }));
  const secret =
    config.secret.kind === 'given' ? config.secret.value : await keepSecret(config.secret.file);
  const common = {
    metadata,
    cache,
    clock: systemClock,
    publicOrigin,
    counters,
    mailLimits: config.limits.accountMails,
    signUp: config.signUp,
    isMailSent: config.mail.kind === 'smtp',
    vouchers: createVouchers(secret),
    defaultPlan: config.defaultPlan,
    enqueueMail: enqueueMail.bind(undefined, mailNeeds),
  };
  const secrets = openSecrets({ secret, previous: config.secretPrevious });
  const accounts = opened.use(
    openAccounts({
      ...common,
      log,
      limits: config.limits,
      secret,
      isCookieSecure: config.http.isCookieSecure,
      ownOrganization: config.ownOrganization,
      oauth: config.oauth,
      secrets,
      breachCheck: config.breachCheck,
    }),
  );
  const { admin } = config;
  if (admin !== undefined && (await createFirstUser(accounts.tools, admin.email, admin.password))) {
    log.info({ email: admin.email }, 'first user created');
  }
  const needs = {
    ...common,
    plans: config.plans,
    rates: config.rates,
    planChanges: config.planChanges,
    hasModel: config.ai.place.kind !== 'offline',
    limits: config.limits.organizations,
    quotaWarnRatio: config.limits.ingest.quotaWarnRatio,
    counts: gatherCounts(),
  };
  const authenticate = createAuthenticate({
    ...needs,
    cache,
    readSession: accounts.readSession,
    emailOf: accounts.emailOf,
    isOperatorFactorRequired: config.isOperatorFactorRequired,
    noteUse: createUseNotes({ metadata, clock: systemClock, log }),
  });
  return { needs, accounts, cache, receipts: createReceiptIds(secret), authenticate, secrets };
}
