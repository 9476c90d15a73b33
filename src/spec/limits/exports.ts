import { DAY_MS, GB, HOUR_MS, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Scheduled exports, and reading archives back. */
export const EXPORTS_LIMITS = {
  /** Characters of the name of an export. */
  nameCharactersMax: 100,
  /** Characters of the description of an export. */
  descriptionCharactersMax: 500,
  /** Characters of its name that stand in the names of its files. */
  slugCharactersMax: 40,
  /** Characters of a prefix of file names. */
  prefixCharactersMax: 200,
  /** Parts of a prefix between slashes. */
  prefixPartsMax: 4,
  /** Characters of one of them. */
  prefixPartCharactersMax: 128,
  /** Characters of the address of a destination. */
  urlCharactersMax: 2_000,
  /** Characters of a key or secret of a destination. */
  keyCharactersMax: 512,
  /** Recipients of an export by mail. */
  recipientsMax: 20,
  /** Shortest time between two runs. */
  everyMsMin: 5 * MINUTE_MS,
  /** Longest time between two runs on a grid; `cron` knows longer ones. */
  everyMsMax: 24 * HOUR_MS,
  /** How far back a new archive may begin. */
  backfillMsMax: 3_650 * DAY_MS,
  /** What lies nearer than this to now is left to the next run: an insert may still be under way. */
  safeMs: 120 * SECOND_MS,
  /** Longest window of one run; what is left follows at once. */
  windowMsMax: 24 * HOUR_MS,
  /** Rows of one file: the store sorts them in memory, and inserts stand beside it for as long. */
  sliceRowsMax: 250_000,
  /** Files of one run; a window that has more is cut shorter. */
  filesPerRunMax: 1_000,
  /** Age at which a file that a node has left on its disk is cleared away. */
  spoolMsMax: 2 * DAY_MS,
  /** Runs of one organization at once. */
  perOrganizationMax: 1,
  /** Runs of one node at once. */
  perNodeMax: 4,
  /** Memory one statement of a run may take. */
  statementBytesMax: 1 * GB,
  /** Longest time of one statement of a run. */
  statementMsMax: 30 * MINUTE_MS,
  /** How often a run looks whether it was cancelled. */
  cancelPollMs: 1 * SECOND_MS,
  /** Tries of a run: the first, those after the growing waits, and one an hour for a day. */
  attemptsMax: 28,
  /** Wait after a run before its window is counted once more. */
  recountAfterMs: 1 * HOUR_MS,
  /** Tries to count it. */
  recountAttemptsMax: 5,
  /** Wait of a recount for a run that has not ended. */
  recountBusyMs: 1 * MINUTE_MS,
  /** Times that a window is exported at most. */
  revisionsMax: 5,
  /** Share of the retention of its events by which an archive may be behind before it warns, as its divisor. */
  lagRetentionDivisor: 2,
  /** How long runs are remembered. */
  historyMsMax: 90 * DAY_MS,
  /** How long files are kept that we keep. */
  keepMsMax: 30 * DAY_MS,
  /** Size of all files that we keep of one organization; the oldest make room. */
  keepBytesMax: 5 * GB,
  /** Longest try of a destination. */
  testMsMax: 30 * SECOND_MS,
  /** Longest call of a webhook. */
  callMsMax: 30 * SECOND_MS,
  /** Size of a manifest. */
  manifestBytesMax: 4 * MB,
  /** Runs that a preview names. */
  previewRunsMax: 5,
  /** Rows that a preview shows. */
  previewRowsMax: 10,
  /** Days a preview counts to say how many rows a day has. */
  previewDays: 7,
  /** Shortest life of imported events. */
  importDaysMin: 1,
  /** Longest life of imported events. */
  importDaysMax: 365,
  /** Days that indexes of imported events show: each event says itself how long it stays. */
  importIndexDays: 36_500,
  /** Rows of one import. */
  importRowsMax: 50_000_000,
  /** Rows that are stored together by an import. */
  importBatchRowsMax: 10_000,
  /** Size of the events that are stored together by an import: bodies, attributes and names. */
  importBatchBytesMax: 4 * MB,
  /** Size of one line of an archive. */
  importLineBytesMax: 4 * MB,
  /** Columns of a CSV or Parquet file of an archive. */
  importColumnsMax: 4_096,
  /** Files that an import lists to find the manifests of an archive. */
  importListedMax: 250_000,
  /** Manifests of one archive. */
  importManifestsMax: 20_000,
  /** Files of one import. */
  importFilesMax: 20_000,
  /** Size of one file of an archive; a node has one such file on its disk for each import it works on. */
  importFileBytesMax: 4 * GB,
  /** Longest download of one file of an archive. */
  importDownloadMsMax: 1 * HOUR_MS,
  /** Longest time that reading one file of an archive takes, without the time it takes to store its events. */
  importFileMsMax: 1 * HOUR_MS,
  /** Longest time until a file of an archive gives its next batch of rows. */
  importBatchMsMax: 1 * MINUTE_MS,
  /** Memory of the process that reads the files of one import. */
  importHeapBytesMax: 1 * GB,
  /** How many times its own size a file of an archive may have once it is decompressed. */
  importExpansionMax: 1_000,
  /** Size up to which that does not count: small files compress well. */
  importExpansionBytesMin: 64 * MB,
  /** Size of a file of an archive once it is decompressed. */
  importExpandedBytesMax: 32 * GB,
  /** Size of a group of rows of a Parquet file once it is decompressed. */
  importGroupBytesMax: 1 * GB,
  /** Values of one column in such a group. */
  importGroupValuesMax: 16_000_000,
  /** Groups of rows of a Parquet file. */
  importGroupsMax: 10_000,
  /** Rows of a Parquet file that are decoded together. */
  importDecodedRowsMax: 50_000,
  /** Size of the rows of a Parquet file that are decoded together. */
  importDecodedBytesMax: 64 * MB,
  /** Times that the process may end while a file of an archive is read, before the import fails. */
  importFileDeathsMax: 2,
  /** How often an import that waits for the daily quota looks whether there is room. */
  importQuotaWaitMs: 1 * MINUTE_MS,
  /** Imports of one organization at once. */
  importsAtOnce: 1,
  /** Imports of one node at once. */
  importsPerNodeMax: 2,
  /** Tries of an import. */
  importAttemptsMax: 5,
  /** Wait between two tries of an import. */
  importRetryMs: 1 * MINUTE_MS,
  /** Imports of an organization that wait. */
  importsWaitingMax: 10,
  /** Characters of a message about what went wrong. */
  errorCharactersMax: 500,
} as const;
