import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Services and KPIs: what one holds, and how they are measured. */
export const SERVICES_LIMITS = {
  /** Characters of the name of a service or a KPI. */
  nameCharactersMax: 100,
  /** Characters of who owns a service. */
  ownerCharactersMax: 100,
  /** Characters of the search that finds a service's events, and of the conditions of its KPIs. */
  selectorCharactersMax: 2_000,
  /** Tiers of services: 1 matters most. */
  tierMax: 4,
  /** Links of a service. */
  linksMax: 10,
  /** Characters of the address of a link. */
  linkCharactersMax: 2_000,
  /** Tags of a service. */
  tagsMax: 10,
  /** Characters of a tag. */
  tagCharactersMax: 30,
  /** Services that one depends on. */
  dependenciesMax: 50,
  /** KPIs of a service. */
  kpisPerServiceMax: 50,
  /** Characters of the unit of a KPI. */
  unitCharactersMax: 20,
  /** Characters of the field that a KPI computes with. */
  fieldCharactersMax: 200,
  /** Shortest time that late events of a slot are waited for, in seconds. */
  delaySecondsMin: 30,
  /** The same, unless another is set. */
  delaySecondsDefault: 60,
  /** Longest. */
  delaySecondsMax: 600,
  /** Seconds of a slot, unless others are set. */
  everySecondsDefault: 300,
  /** Events below which a slot is too few, unless another number is set. */
  minimumEventsDefault: 20,
  /** The largest such number. */
  minimumEventsMax: 1_000_000,
  /** How much a KPI counts at most. */
  importanceMax: 10,
  /** The same, unless another is set. */
  importanceDefault: 5,
  /** The lowest target of an objective, per cent. */
  targetMin: 50,
  /** The highest. */
  targetMax: 99.999,
  /** When a slot is measured again for events that came late. */
  revisedAfterMs: 15 * MINUTE_MS,
  /** How far back missed slots are made up for. */
  catchUpMs: 24 * HOUR_MS,
  /** How far back a new KPI is measured. */
  backfillMs: 7 * DAY_MS,
  /** How long measurements of slots are kept, in days; sums of a day longer, see the reserved index. */
  slotsKeptDays: 100,
  /** Rows of measurements that one run of a service writes. */
  rowsPerRunMax: 5_000,
  /** Longest time of one statement of measuring. */
  statementMsMax: 20 * SECOND_MS,
  /** Services of an organization that are asked for in one statement, where their slots are over at the same time. */
  sharedServicesMax: 32,
  /** Values that such a statement gives at most: services times slots times different measures. */
  sharedValuesMax: 10_000,
  /** Its longest time; then its services are asked for one by one. */
  sharedMsMax: 10 * SECOND_MS,
  /** How long its answers wait for the services they are of. */
  sharedKeptMs: 30 * SECOND_MS,
  /** How long services are asked for alone after they were too much together. */
  notSharedMs: 10 * MINUTE_MS,
  /** Services that a node measures at the same time. */
  measuredPerNode: 4,
  /** Those of one organization among them. */
  measuredPerOrganization: 2,
  /** How long measuring is late before its KPIs say so. */
  lateMs: 2 * MINUTE_MS,
  /** How soon measuring is tried again when it could not be done. */
  retryMs: 10 * SECOND_MS,
  /** Services of an overview or a map. */
  overviewMax: 500,
  /** Services that are suggested. */
  suggestionsMax: 100,
  /** Services that are created from suggestions at once. */
  suggestionsCreatedMax: 20,
  /** Hours that a preview of a KPI looks back over. */
  previewHoursMax: 168,
  /** The same, unless another is asked for. */
  previewHoursDefault: 24,
  /** Days that the history of a KPI goes back. */
  historyDaysMax: 100,
  /** Cells of the history of a KPI. */
  historyCellsMax: 500,
  /** Likely causes that are named. */
  causesMax: 10,
} as const;
