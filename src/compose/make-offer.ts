import { systemClock } from '../base/clock.ts';
import { openObjects } from '../engines/objects/open-objects.ts';
import { openEvaluation } from '../features/evaluation/index.ts';
import { indexFacts } from '../flow/indexes/index.ts';
import { acceptEvents, appendReserved, gapsBetween, openIngest } from '../flow/ingest/index.ts';
import { openCollect, openSearch } from '../flow/search/index.ts';
import type { QuotaMeter } from '../guard/limits/index.ts';
import { createDiskSize } from './disk-size.ts';
import type { Access, Node, Offer } from './node.ts';

/** Creates the shared dependencies of all rooms, once. */
export function makeOffer(
  { config, engines, log, metrics, opened, encoder, storedTimes, gaps }: Node,
  access: Access,
  quota: QuotaMeter,
  eraseEverywhere: Offer['eraseEverywhere'],
): Omit<Offer, 'kinds'> {
  const { limits, plans, ai, aiVendor } = config;
  const { accounts, authenticate, cache, receipts, secrets } = access;
  const common = { ...engines, clock: systemClock, log, metrics, limits, cache };
  const hasApi = config.roles.includes('api');
  const diskBytes = createDiskSize(systemClock, config.data);
  const ingestNeeds = { ...common, opened, encoder, quota, receipts, diskBytes };
  const noted = gaps === undefined ? {} : { gaps };
  const ingest = hasApi ? openIngest({ ...ingestNeeds, ...noted }) : undefined;
  const search = openSearch({
    ...common,
    gapsBetween: async (...stretch) => gapsBetween(common, ...stretch),
    ...(ingest === undefined
      ? {}
      : {
          collect: openCollect(common, (actor, { body, index }) =>
            acceptEvents(ingest, actor, { form: { kind: 'ndjson' }, body, index }),
          ),
        }),
  });
  const judging = { offlineRegion: ai.offlineRegion, vendor: aiVendor, plans, opened, hasApi };
  const evaluation = openEvaluation({ ...common, ...judging, search });
  return {
    ...common,
    config,
    plans,
    opened,
    hasApi,
    access: access.needs,
    accounts,
    authenticate,
    quota,
    receipts,
    openObjects: (place) => openObjects({ ...common, limits: limits.objects }, place),
    secrets,
    ...(gaps === undefined ? {} : { gaps }),
    encoder,
    storedAt: (place, position) => storedTimes[place].find(position),
    indexesOf: (organization) => indexFacts(common, organization),
    ingest,
    search,
    evaluation,
    appendReserved: (...what) => appendReserved({ ...common, encoder }, ...what),
    eraseEverywhere,
  };
}
