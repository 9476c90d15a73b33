import { systemClock } from '../base/clock.ts';
import {
  createAnnouncing,
  createIngestLatency,
  startHolding,
  startWriter,
} from '../flow/writer/index.ts';
import { type AccessNeeds, openQuotaMeter } from '../guard/access/index.ts';
import { type QuotaMeter, recordDiscarded, recordUsage } from '../guard/limits/index.ts';
import { SECOND_MS } from '../spec/units.ts';
import type { Node } from './node.ts';
import { reportDeadLetters } from './report-node.ts';

/** Starts this node's writers. */
export function startWriting(node: Node): void {
  const { config, engines, log, metrics, opened, storedTimes } = node;
  const { queue, store, metadata } = engines;
  const limits = config.limits.ingest;
  const measureLatency = createIngestLatency(metrics);
  const writer = opened.use(
    startWriter({
      queue,
      store,
      limits,
      clock: systemClock,
      log,
      metrics,
      recordUsage: recordUsage.bind(undefined, { metadata, clock: systemClock }),
      announce: createAnnouncing({ metadata, clock: systemClock, log }),
      noteStored: (claim, at) => {
        storedTimes.ingest.note(claim, at);
        measureLatency(claim, at);
      },
    }),
  );
  opened.use(reportDeadLetters({ metrics, log, queue }));
  metrics.gauge(
    'xplain_writer_outage_seconds',
    'Time since the store became unavailable; 0 while it is up.',
    () => {
      const since = writer.outageSince();
      return since === undefined ? 0 : (systemClock.now() - since) / SECOND_MS;
    },
  );
}

/** Measures daily quotas; a node that writes also manages events held over quota. */
export function openQuotas(node: Node, access: AccessNeeds): QuotaMeter {
  const { config, log, metrics, opened } = node;
  const { metadata, queue, holding, store } = node.engines;
  const usage = { metadata, clock: systemClock };
  const quota = openQuotaMeter(access, log);
  if (!config.roles.includes('writer')) return quota;
  opened.use(
    startHolding({
      queue,
      holding,
      store,
      limits: config.limits.ingest,
      clock: systemClock,
      log,
      metrics,
      verdictOf: (organization) => quota.verdict(organization),
      recordUsage: recordUsage.bind(undefined, usage),
      recordDiscarded: recordDiscarded.bind(undefined, usage),
      announce: createAnnouncing({ metadata, clock: systemClock, log }),
      noteStored: node.storedTimes.holding.note,
    }),
  );
  return quota;
}
