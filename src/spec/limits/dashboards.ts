import { DAY_MS, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Dashboards: what one holds, what a refresh may cost, public links and reports. */
export const DASHBOARDS_LIMITS = {
  /** Size of a whole definition, as canonical JSON. */
  definitionBytesMax: 256 * KB,
  /** Characters of a dashboard's name. */
  nameCharactersMax: 100,
  /** Characters of a description, of a dashboard or a panel. */
  descriptionCharactersMax: 500,
  /** Tags of a dashboard. */
  tagsMax: 10,
  /** Characters of a tag. */
  tagCharactersMax: 30,
  /** Characters of the note a version is saved with. */
  noteCharactersMax: 200,
  /** Versions kept of a dashboard; the oldest make room. */
  versionsMax: 100,
  /** Panels of a dashboard. */
  panelsMax: 100,
  /** Variables of a dashboard. */
  variablesMax: 20,
  /** Shared searches of a dashboard. */
  searchesMax: 20,
  /** Sources of annotations of a dashboard. */
  annotationsMax: 10,
  /** Statements of one refresh. */
  statementsMax: 200,
  /** Characters of a panel's title. */
  titleCharactersMax: 100,
  /** Thresholds of a panel. */
  thresholdsMax: 5,
  /** Lowest row a panel may begin in. */
  rowMax: 9_999,
  /** Columns a panel covers at least. */
  widthMin: 2,
  /** Rows a panel covers at least. */
  heightMin: 2,
  /** Rows a panel covers at most. */
  heightMax: 40,
  /** Characters of a unit. */
  unitCharactersMax: 20,
  /** Characters of an address a panel links to. */
  linkCharactersMax: 2_000,
  /** Series of a chart; further ones are left out and it says so. */
  seriesMax: 20,
  /** Buckets of a chart whose query names no span. */
  binsDefault: 240,
  /** Bars of a bar list. */
  barsMax: 50,
  /** Bars of a bar list that names no number. */
  barsDefault: 10,
  /** Slices of a share, beside the one for the rest. */
  slicesMax: 6,
  /** Rows a bar list or a share is summed up from. */
  labelsMax: 1_000,
  /** Cells of a heat map. */
  cellsMax: 10_000,
  /** Columns of a table. */
  tableColumnsMax: 30,
  /** Rows of a table. */
  tableRowsMax: 200,
  /** Events of a list of logs. */
  logRowsMax: 100,
  /** Events of a list of logs that names no number. */
  logRowsDefault: 50,
  /** Fields shown beside the text of events. */
  logFieldsMax: 10,
  /** Patterns of a panel. */
  patternsMax: 50,
  /** Patterns of a panel that names no number. */
  patternsDefault: 10,
  /** Services of a health panel. */
  healthServicesMax: 50,
  /** Characters of a text panel. */
  markdownCharactersMax: 10_000,
  /** Rows of a shared search that panels go on from. */
  sharedRowsMax: 10_000,
  /** Characters of what a text variable may be given. */
  textValueCharactersMax: 200,
  /** Options of a list variable. */
  listOptionsMax: 200,
  /** Options of a query variable. */
  queryOptionsMax: 500,
  /** Values a variable may have at once. */
  valuesMax: 100,
  /** Characters of one of them. */
  valueCharactersMax: 500,
  /** Annotations of one source; more are grouped by bucket. */
  annotationsShownMax: 200,
  /** Annotations of one source that are read. */
  annotationsReadMax: 10_000,
  /** Longest time of one statement. */
  statementMsMax: 30 * SECOND_MS,
  /** Longest time of one refresh. */
  refreshMsMax: 60 * SECOND_MS,
  /** Statements of one refresh running at once. */
  statementsPerRefresh: 2,
  /** Statements of all refreshes of an organization running at once, of its slots for queries. */
  statementsPerOrganization: 4,
  /** Longest wait of a statement for a slot. */
  slotWaitMsMax: 10 * SECOND_MS,
  /** Size of what a node remembers of panels. */
  cacheBytesMax: 64 * MB,
  /** Size of one remembered answer. */
  cacheEntryBytesMax: 1 * MB,
  /** Share of it that one organization may take, as its divisor. */
  cacheOrganizationDivisor: 4,
  /** How long an answer about a range in the past is good. */
  pastFreshMs: 10 * MINUTE_MS,
  /** How old an answer may be that is shown, marked, when the limit is used up. */
  staleMsMax: 10 * MINUTE_MS,
  /** Longest wait between two refreshes of a page that fails. */
  pageBackoffMsMax: 10 * MINUTE_MS,
  /** After how long a page that nobody touches slows down. */
  pageIdleAfterMs: 30 * MINUTE_MS,
  /** Shortest wait between two refreshes of such a page. */
  pageIdleRefreshMsMin: 5 * MINUTE_MS,
  /** Retries of a page without a refresh interval, each after the wait that the server asked for. */
  pageRetriesMax: 3,
  /** Shortest life of a public link. */
  linkMsMin: 1 * HOUR_MS,
  /** Longest life of a public link. */
  linkMsMax: 90 * DAY_MS,
  /** Life of a public link that names no end. */
  linkMsDefault: 7 * DAY_MS,
  /** Public links of an organization that have not ended. */
  linksPerOrganizationMax: 20,
  /** Origins that may embed a public dashboard. */
  embedOriginsMax: 10,
  /** Times a minute that the panels of one public link are worked out. */
  linkComputationsPerMinute: 10,
  /** Reports of a dashboard. */
  reportsPerDashboardMax: 5,
  /** Recipients of a report. */
  recipientsMax: 20,
  /** Size of what a report says in the mail itself; the rest is in the file that goes along. */
  reportMailBytesMax: 200 * KB,
  /** Rows of a table in a mail. */
  reportRowsMax: 20,
  /** Columns of cells that a chart in a mail has at most. */
  reportCellsMax: 60,
  /** Reports a node makes at once. */
  reportsAtOnce: 2,
  /** Tries to make one report. */
  reportAttemptsMax: 3,
  /** How late a report may be; after that it waits for its next time. */
  reportLateMsMax: 1 * DAY_MS,
} as const;
