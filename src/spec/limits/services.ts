import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Services and KPIs: what one holds, and how they are measured. */
export const SERVICES_LIMITS = {
  /** Characters of the name of a service or a KPI. */
  nameCharactersMax: 100,
  /** Characters of the owner of a service. */
  ownerCharactersMax: 100,
  /** Characters of the search that selects the events of a service, and of the conditions of its KPIs. */
  selectorCharactersMax: 2_000,
  /** Tiers of services; 1 is the most important. */
  tierMax: 4,
  /** Links of a service. */
  linksMax: 10,
  /** Characters of a link. */
  linkCharactersMax: 2_000,
  /** Tags of a service. */
  tagsMax: 10,
  /** Characters of a tag. */
  tagCharactersMax: 30,
  /** Dependencies of a service. */
  dependenciesMax: 50,
  /** KPIs of a service. */
  kpisPerServiceMax: 50,
  /** Characters of the unit of a KPI. */
  unitCharactersMax: 20,
  /** Characters of the field that a KPI aggregates. */
  fieldCharactersMax: 200,
  /** Shortest evaluation delay, in seconds. */
  delaySecondsMin: 30,
  /** Default evaluation delay, in seconds. */
  delaySecondsDefault: 60,
  /** Longest evaluation delay, in seconds. */
  delaySecondsMax: 600,
  /** Default measurement interval, in seconds. */
  everySecondsDefault: 300,
  /** Default minimum number of events per interval; fewer count as `too_few`. */
  minimumEventsDefault: 20,
  /** Largest minimum number of events per interval. */
  minimumEventsMax: 1_000_000,
  /** Highest weight of a KPI. */
  importanceMax: 10,
  /** Default weight of a KPI. */
  importanceDefault: 5,
  /** Lowest SLO target, in percent. */
  targetMin: 50,
  /** Highest SLO target, in percent. */
  targetMax: 99.999,
  /** Delay after which an interval is measured again to include late events. */
  revisedAfterMs: 15 * MINUTE_MS,
  /** How far back missed intervals are caught up. */
  catchUpMs: 24 * HOUR_MS,
  /** Backfill of a new KPI. */
  backfillMs: 7 * DAY_MS,
  /** How long measurements of intervals are kept, in days. Daily sums are kept longer, see the reserved index. */
  slotsKeptDays: 100,
  /** Measurements that one run of a service writes. */
  rowsPerRunMax: 5_000,
  /** Timeout of one measurement statement. */
  statementMsMax: 20 * SECOND_MS,
  /** Services of an organization that share one statement, if their intervals end at the same time. */
  sharedServicesMax: 32,
  /** Values that a shared statement returns: services times intervals times distinct measures. */
  sharedValuesMax: 10_000,
  /** Timeout of a shared statement; after that, its services are measured one by one. */
  sharedMsMax: 20 * SECOND_MS,
  /** How long the results of a shared statement are kept for its services. */
  sharedKeptMs: 2 * MINUTE_MS,
  /** How long services are measured one by one after a shared statement has failed. */
  notSharedMs: 10 * MINUTE_MS,
  /** Services that a node measures concurrently. */
  measuredPerNode: 4,
  /** Services of one organization that a node measures concurrently. */
  measuredPerOrganization: 2,
  /** Delay of a measurement after which its KPIs report it. */
  lateMs: 2 * MINUTE_MS,
  /** Delay before a failed measurement is retried. */
  retryMs: 10 * SECOND_MS,
  /** Versions kept of a service, the present one included. */
  versionsMax: 50,
  /** Services in an overview or a map. */
  overviewMax: 500,
  /** Suggested services. */
  suggestionsMax: 100,
  /** Services created from suggestions in one request. */
  suggestionsCreatedMax: 20,
  /** Longest preview of a KPI, in hours. */
  previewHoursMax: 168,
  /** Default length of the preview of a KPI, in hours. */
  previewHoursDefault: 24,
  /** Longest history of a KPI, in days. */
  historyDaysMax: 100,
  /** Cells of the history of a KPI. */
  historyCellsMax: 500,
  /** Likely causes returned. */
  causesMax: 10,
} as const;
