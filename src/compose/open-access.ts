import { systemClock } from '../base/clock.ts';
import { newId, type OrganizationId } from '../base/ids.ts';
import { keepSecret } from '../config/index.ts';
import { enqueueMail } from '../engines/mail/mail.ts';
import type { Metadata, Unit } from '../engines/metadata/metadata.ts';
import { countIndexes } from '../flow/indexes/index.ts';
import { createReceiptIds } from '../flow/ingest/index.ts';
import { countPipelines } from '../flow/pipelines/index.ts';
import { countSavedSearches } from '../flow/search/index.ts';
import { openAccessCache } from '../guard/access/index.ts';
import { createFirstUser, openAccounts } from '../guard/accounts/index.ts';
import type { PlanResource } from '../spec/plans.ts';
import type { Access, Node } from './node.ts';

/** Accounts, organizations and what guards them. */
export async function openAccess(node: Node): Promise<Access> {
  const { config, log, opened, publicOrigin } = node;
  const { metadata, counters } = node.engines;
  const mailNeeds = { clock: systemClock, newId: () => newId('mail') };
  const cache = opened.use(await openAccessCache({ metadata, clock: systemClock }));
  const common = {
    metadata,
    cache,
    clock: systemClock,
    publicOrigin,
    counters,
    mailLimits: config.limits.accountMails,
    signUp: config.signUp,
    defaultPlan: config.defaultPlan,
    enqueueMail: enqueueMail.bind(undefined, mailNeeds),
  };
  const secret =
    config.secret.kind === 'given' ? config.secret.value : await keepSecret(config.secret.file);
  const accounts = opened.use(
    openAccounts({
      ...common,
      log,
      limits: config.limits,
      secret,
      isCookieSecure: config.http.isCookieSecure,
      oauth: config.oauth,
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
    planChanges: config.planChanges,
    limits: config.limits.organizations,
    quotaWarnRatio: config.limits.ingest.quotaWarnRatio,
    countElsewhere,
  };
  return { needs, accounts, cache, receipts: createReceiptIds(secret) };
}

/** What the rooms above keep of the things a plan counts. */
async function countElsewhere(
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
): Promise<Partial<Record<PlanResource, number>>> {
  return {
    indexes: await countIndexes(reader, organization),
    pipelines: await countPipelines(reader, organization),
    savedSearches: await countSavedSearches(reader, organization),
  };
}
