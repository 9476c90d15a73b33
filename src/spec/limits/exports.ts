import { DAY_MS, GB, HOUR_MS, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Scheduled exports, and reading archives back. */
export const EXPORTS_LIMITS = {
  /** Characters of the name of an export. */
  nameCharactersMax: 100,
  /** Characters of the description of an export. */
  descriptionCharactersMax: 500,
  /** Characters of the export name in file names. */
  slugCharactersMax: 40,
  /** Characters of a path prefix. */
  prefixCharactersMax: 200,
  /** Parts of a path prefix, separated by slashes. */
  prefixPartsMax: 4,
  /** Characters of one part of a path prefix. */
  prefixPartCharactersMax: 128,
  /** Characters of a destination URL. */
  urlCharactersMax: 2_000,
  /** Characters of a key or secret of a destination. */
  keyCharactersMax: 512,
  /** Days for which files in a bucket can be locked (Object Lock). */
  lockDaysMax: 3_650,
  /** How long the test of such a bucket locks its test file. */
  testLockMs: 1 * MINUTE_MS,
  /** Recipients of an export by email. */
  recipientsMax: 20,
  /** Shortest interval between runs. */
  everyMsMin: 5 * MINUTE_MS,
  /** Longest interval between runs; `cron` allows longer ones. */
  everyMsMax: 24 * HOUR_MS,
  /** How far back a new archive can start. */
  backfillMsMax: 3_650 * DAY_MS,
  /** Events stored more recently than this are left to the next run, since an insert may still be in progress. */
  safeMs: 120 * SECOND_MS,
  /** Longest window of one run; the rest follows immediately. */
  windowMsMax: 24 * HOUR_MS,
  /** Rows per file. The log store sorts them in memory. */
  sliceRowsMax: 250_000,
  /** Files per run; the window is shortened if it would have more. */
  filesPerRunMax: 1_000,
  /** Age at which temporary files on a node are deleted. */
  spoolMsMax: 2 * DAY_MS,
  /** Concurrent runs per organization. */
  perOrganizationMax: 1,
  /** Concurrent runs per node. */
  perNodeMax: 4,
  /** Memory of one statement of a run. */
  statementBytesMax: 1 * GB,
  /** Timeout of one statement of a run. */
  statementMsMax: 30 * MINUTE_MS,
  /** How often a run checks whether it was canceled. */
  cancelPollMs: 1 * SECOND_MS,
  /** Attempts of a run: the first, retries with growing delays, then one per hour for a day. */
  attemptsMax: 28,
  /** Delay after a run before its window is counted again. */
  recountAfterMs: 1 * HOUR_MS,
  /** Attempts to count it. */
  recountAttemptsMax: 5,
  /** How long a recount waits for an unfinished run. */
  recountBusyMs: 1 * MINUTE_MS,
  /** Maximum number of times that a window is exported. */
  revisionsMax: 5,
  /** An archive warns when its lag exceeds the retention of its events divided by this number. */
  lagRetentionDivisor: 2,
  /** How long runs are kept in the history. */
  historyMsMax: 90 * DAY_MS,
  /** Retention of files in Xplain storage. */
  keepMsMax: 30 * DAY_MS,
  /** Size of all files of one organization in Xplain storage; the oldest are deleted. */
  keepBytesMax: 5 * GB,
  /** Timeout of a destination test. */
  testMsMax: 30 * SECOND_MS,
  /** Timeout of a webhook call. */
  callMsMax: 30 * SECOND_MS,
  /** Size of a manifest. */
  manifestBytesMax: 4 * MB,
  /** Next runs shown in a preview. */
  previewRunsMax: 5,
  /** Rows shown in a preview. */
  previewRowsMax: 10,
  /** Days that a preview counts to estimate rows per day. */
  previewDays: 7,
  /** Shortest retention of imported events. */
  importDaysMin: 1,
  /** Longest retention of imported events. */
  importDaysMax: 365,
  /** Retention shown for indexes of imported events; each event has its own retention. */
  importIndexDays: 36_500,
  /** Rows per import. */
  importRowsMax: 50_000_000,
  /** Rows per batch of an import. */
  importBatchRowsMax: 10_000,
  /** Size of a batch of an import: bodies, attributes and names. */
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
  /** Size of one file of an archive. A node stores one such file on disk per import. */
  importFileBytesMax: 4 * GB,
  /** Timeout of the download of one file of an archive. */
  importDownloadMsMax: 1 * HOUR_MS,
  /** Longest time to read one file of an archive, without the time to store its events. */
  importFileMsMax: 1 * HOUR_MS,
  /** Longest time until a file of an archive returns its next batch of rows. */
  importBatchMsMax: 1 * MINUTE_MS,
  /** Memory of the process that reads the files of one import. */
  importHeapBytesMax: 1 * GB,
  /** Maximum compression ratio of a file of an archive. */
  importExpansionMax: 1_000,
  /** Decompressed size up to which that ratio is not checked, since small files compress well. */
  importExpansionBytesMin: 64 * MB,
  /** Decompressed size of a file of an archive. */
  importExpandedBytesMax: 32 * GB,
  /** Decompressed size of a row group of a Parquet file. */
  importGroupBytesMax: 1 * GB,
  /** Values of one column in a row group. */
  importGroupValuesMax: 16_000_000,
  /** Row groups of a Parquet file. */
  importGroupsMax: 10_000,
  /** Rows of a Parquet file that are decoded at a time. */
  importDecodedRowsMax: 50_000,
  /** Size of the rows of a Parquet file that are decoded at a time. */
  importDecodedBytesMax: 64 * MB,
  /** Times that the process may exit while it reads a file of an archive before the import fails. */
  importFileDeathsMax: 2,
  /** How often an import that waits for the daily quota checks it again. */
  importQuotaWaitMs: 1 * MINUTE_MS,
  /** Concurrent imports per organization. */
  importsAtOnce: 1,
  /** Concurrent imports per node. */
  importsPerNodeMax: 2,
  /** Attempts of an import. */
  importAttemptsMax: 5,
  /** Delay between attempts of an import. */
  importRetryMs: 1 * MINUTE_MS,
  /** Pending imports per organization. */
  importsWaitingMax: 10,
  /** Characters of an error message. */
  errorCharactersMax: 500,
} as const;
