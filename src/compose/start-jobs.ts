import { systemClock } from '../base/clock.ts';
import type { OrganizationId } from '../base/ids.ts';
import { sealPayload } from '../base/queue-payload.ts';
import type { LogRecord } from '../base/record.ts';
import { openMailDelivery } from '../engines/mail/open-mail-delivery.ts';
import { openDueRunner } from '../engines/schedule/open-due-runner.ts';
import { openSchedule } from '../engines/schedule/open-schedule.ts';
import { sql, string } from '../engines/store/sql.ts';
import { applyRetention, eraseDeletedIndexes } from '../flow/indexes/index.ts';
import { forgetLogDeletions, runLogDeletions } from '../flow/search/index.ts';
import {
  type AccessNeeds,
  eraseDeletedOrganizations,
  noteEndedElevations,
} from '../guard/access/index.ts';
import { forgetExpiredSessions } from '../guard/accounts/index.ts';
import { forgetShippedAudit, hasAuditToShip, shipAudit } from '../guard/audit/index.ts';
import { bookExpiredHolds, forgetCountedBatches } from '../guard/limits/index.ts';
import type { Engines, Node } from './node.ts';

const EVERY_SECOND_MS = 1_000;
const EVERY_MINUTE_MS = 60_000;

/** Periodic work; the lease in the metadata store sees to it that one node does it. */
export async function startJobs(node: Node, access: AccessNeeds): Promise<void> {
  const { config, log, opened } = node;
  const { metadata, store, mail } = node.engines;
  const base = { metadata, clock: systemClock, log };
  const delivery = openMailDelivery({ ...base, carrier: mail });
  const ship = { ...base, append: appendRecords.bind(undefined, node) };
  const erase = { ...base, eraseEverywhere: eraseEverywhere.bind(undefined, node.engines) };
  const schedule = opened.use(openSchedule({ ...base, nodeId: config.nodeId }));
  const due = opened.use(openDueRunner({ ...base, metrics: node.metrics }));
  due.start(delivery.work);
  schedule.start(delivery.job);
  schedule.start({
    name: 'store-maintenance',
    everyMs: EVERY_MINUTE_MS,
    run: (signal) => store.maintain(signal),
  });
  schedule.start({
    name: 'audit-shipping',
    everyMs: EVERY_SECOND_MS,
    hasWork: () => hasAuditToShip(base),
    run: async (signal) => void (await shipAudit(ship, signal)),
  });
  const { counters, mining } = node.engines;
  const { lookups } = node;
  const asking = { store, counters, mining, lookups, cache: access.cache };
  const deleting = { ...base, ...asking, limits: config.limits };
  due.start(runLogDeletions(deleting));
  schedule.start({
    name: 'index-retention',
    everyMs: EVERY_MINUTE_MS,
    run: (signal) => applyRetention({ ...base, store }, signal),
  });
  schedule.start({
    name: 'access-tidying',
    everyMs: EVERY_MINUTE_MS,
    run: async () => {
      await noteEndedElevations(access);
      await forgetShippedAudit(base);
      await forgetExpiredSessions(base);
      await forgetCountedBatches(base);
      await bookExpiredHolds(base);
      await eraseDeletedOrganizations(erase);
      await eraseDeletedIndexes({ ...base, store });
      await forgetLogDeletions(deleting);
    },
  });
}

async function appendRecords(
  { engines, encoder }: Node,
  organization: OrganizationId,
  records: readonly LogRecord[],
): Promise<void> {
  const { payload } = encoder.encode(records);
  sealPayload(payload, { sentBytes: 0, acceptedAt: systemClock.now() });
  await engines.queue.append({ organization, events: records.length, payload });
}

async function eraseEverywhere(
  { queue, holding, store, objects }: Engines,
  organization: OrganizationId,
): Promise<void> {
  await queue.forgetOrganization(organization);
  await holding.forgetOrganization(organization);
  await store.command(sql`DELETE FROM logs WHERE organization = ${string(organization)}`);
  await objects.removeAll(organization);
}
