import { DAY_MS, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Dashboards: what one holds, what a refresh may cost, public links and reports. */
export const DASHBOARDS_LIMITS = {
  /** Size of a definition, as canonical JSON. */
  definitionBytesMax: 256 * KB,
  /** Characters of a dashboard's name. */
  nameCharactersMax: 100,
  /** Characters of the description of a dashboard or a panel. */
  descriptionCharactersMax: 500,
  /** Tags of a dashboard. */
  tagsMax: 10,
  /** Characters of a tag. */
  tagCharactersMax: 30,
  /** Characters of a change note. */
  noteCharactersMax: 200,
  /** Versions kept of a dashboard; the oldest are deleted. */
  versionsMax: 100,
  /** Panels of a dashboard. */
  panelsMax: 100,
  /** Variables of a dashboard. */
  variablesMax: 20,
  /** Shared searches of a dashboard. */
  searchesMax: 20,
  /** Annotations of a dashboard. */
  annotationsMax: 10,
  /** Statements per refresh. */
  statementsMax: 200,
  /** Characters of a panel's title. */
  titleCharactersMax: 100,
  /** Thresholds of a panel. */
  thresholdsMax: 5,
  /** Highest row number of a panel. */
  rowMax: 9_999,
  /** Minimum width of a panel, in columns. */
  widthMin: 2,
  /** Minimum height of a panel, in rows. */
  heightMin: 2,
  /** Maximum height of a panel, in rows. */
  heightMax: 40,
  /** Characters of a unit. */
  unitCharactersMax: 20,
  /** Characters of a panel link. */
  linkCharactersMax: 2_000,
  /** Series in a chart; further ones are omitted, with a note. */
  seriesMax: 20,
  /** Buckets of a chart whose query sets no span. */
  binsDefault: 240,
  /** Maximum number of bars in a bar gauge. */
  barsMax: 50,
  /** Default number of bars in a bar gauge. */
  barsDefault: 10,
  /** Slices of a pie chart, in addition to Other. */
  slicesMax: 6,
  /** Rows that a bar gauge or pie chart summarizes. */
  labelsMax: 1_000,
  /** Cells of a heatmap. */
  cellsMax: 10_000,
  /** Columns of a table. */
  tableColumnsMax: 30,
  /** Rows of a table. */
  tableRowsMax: 200,
  /** Maximum number of events in a log panel. */
  logRowsMax: 100,
  /** Default number of events in a log panel. */
  logRowsDefault: 50,
  /** Fields shown next to the message. */
  logFieldsMax: 10,
  /** Maximum number of patterns in a panel. */
  patternsMax: 50,
  /** Default number of patterns in a panel. */
  patternsDefault: 10,
  /** Services of a health panel. */
  healthServicesMax: 50,
  /** Characters of a text panel. */
  markdownCharactersMax: 10_000,
  /** Rows of a shared search that panels process. */
  sharedRowsMax: 10_000,
  /** Characters of the value of a text variable. */
  textValueCharactersMax: 200,
  /** Options of a custom variable. */
  listOptionsMax: 200,
  /** Options of a query variable. */
  queryOptionsMax: 500,
  /** Selected values of a variable. */
  valuesMax: 100,
  /** Characters of one selected value. */
  valueCharactersMax: 500,
  /** Marks shown per annotation; more are grouped by bucket. */
  annotationsShownMax: 200,
  /** Rows read per annotation. */
  annotationsReadMax: 10_000,
  /** Timeout of one statement. */
  statementMsMax: 30 * SECOND_MS,
  /** Timeout of one refresh. */
  refreshMsMax: 60 * SECOND_MS,
  /** Concurrent statements per refresh. */
  statementsPerRefresh: 2,
  /** Concurrent statements of all refreshes of an organization. They count against its query slots. */
  statementsPerOrganization: 4,
  /** Longest wait of a statement for a query slot. */
  slotWaitMsMax: 10 * SECOND_MS,
  /** Size of the panel cache of a node. */
  cacheBytesMax: 64 * MB,
  /** Size of one cached result. */
  cacheEntryBytesMax: 1 * MB,
  /** One organization may use the cache size divided by this number. */
  cacheOrganizationDivisor: 4,
  /** How long a result of a time range in the past is cached. */
  pastFreshMs: 10 * MINUTE_MS,
  /** Maximum age of a stale result that is shown, marked, when the rate limit is exhausted. */
  staleMsMax: 10 * MINUTE_MS,
  /** Longest delay between refreshes of a page that fails. */
  pageBackoffMsMax: 10 * MINUTE_MS,
  /** Time without input after which a page refreshes less often. */
  pageIdleAfterMs: 30 * MINUTE_MS,
  /** Shortest refresh interval of an idle page. */
  pageIdleRefreshMsMin: 5 * MINUTE_MS,
  /** Retries of a page without auto-refresh, each after the delay that the server asked for. */
  pageRetriesMax: 3,
  /** Shortest lifetime of a public link. */
  linkMsMin: 1 * HOUR_MS,
  /** Longest lifetime of a public link. */
  linkMsMax: 90 * DAY_MS,
  /** Default lifetime of a public link. */
  linkMsDefault: 7 * DAY_MS,
  /** Active public links per organization. */
  linksPerOrganizationMax: 20,
  /** Origins that may embed a public dashboard. */
  embedOriginsMax: 10,
  /** Times per minute that the panels of one public link are computed. */
  linkComputationsPerMinute: 10,
  /** Reports of a dashboard. */
  reportsPerDashboardMax: 5,
  /** Recipients of a report. */
  recipientsMax: 20,
  /** Size of a report in the body of the email; the rest is in the attachment. */
  reportMailBytesMax: 200 * KB,
  /** Rows of a table in an email. */
  reportRowsMax: 20,
  /** Columns of cells of a chart in an email. */
  reportCellsMax: 60,
  /** Concurrent reports per node. */
  reportsAtOnce: 2,
  /** Attempts to create a report. */
  reportAttemptsMax: 3,
  /** Maximum delay of a report; after that, it is skipped until its next time. */
  reportLateMsMax: 1 * DAY_MS,
} as const;
