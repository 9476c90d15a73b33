/**
 * The table of all logs of all organizations. What was measured for it is in the comments; the figures
 * are of typical application logs, 333 bytes an event as JSON.
 */
import { COLUMNS, PROMOTED_WITH_MANY_VALUES, STORED_AT } from './columns.ts';
import type { BlockColumnName } from './columns.ts';

/** How a table keeps its rows: `MergeTree`, or the replicated form with its path. */
export type EngineClause = 'MergeTree' | `ReplicatedMergeTree(${string})`;

/** One step of a migration from one version of the tables to the next. */
export type MigrationStep =
  /** `onlyIf` is a query for a number; 0 skips the step. */
  | { readonly run: string; readonly onlyIf?: string }
  /** Waits for the inserts that are under way now. */
  | { readonly awaitInserts: true };

const DEFAULT_CODEC = 'ZSTD(1)';

/** Times are read by every search: T64 unpacks twice as fast as differences and takes as much room. */
const CODECS: Partial<Record<BlockColumnName, string>> = {
  timestamp: `T64, ${DEFAULT_CODEC}`,
  received_at: `T64, ${DEFAULT_CODEC}`,
  row_id: `Delta(8), ${DEFAULT_CODEC}`,
};

/** The words of a body as the index contains them; a search must use exactly this expression. */
export const BODY_WORDS = 'tokens(lowerUTF8(body))';

/** Keys with their values, as the index knows them. */
export const ATTRIBUTE_PAIRS =
  'arrayMap((k, v) -> sipHash64(k, lowerUTF8(v)), mapKeys(attributes), mapValues(attributes))';

/** Keys with each element of the lists under them, as the index knows them; few events have any. */
export const ELEMENT_PAIRS =
  "arrayFlatten(arrayMap((k, v) -> arrayMap(e -> sipHash64(k, lowerUTF8(e)), JSONExtract(v, 'Array(String)')), arrayFilter((k, v) -> startsWith(v, '['), mapKeys(attributes), mapValues(attributes)), arrayFilter(v -> startsWith(v, '['), mapValues(attributes))))";

/** One granule in four hundred is read in vain: with one in a hundred a look-up read 3.4 of 250 instead of 1.5. */
const FILTER = 'bloom_filter(0.0025) GRANULARITY 1';

/**
 * Bloom filters take 5 bytes and about 2.6 µs to build per event, inverted text indexes 50 bytes and 9 µs; a rare word
 * is found equally fast. Merges build them: new parts are small and are read completely.
 */
function indexes(): string[] {
  return [
    `INDEX body_words ${BODY_WORDS} TYPE ${FILTER}`,
    `INDEX attribute_pairs ${ATTRIBUTE_PAIRS} TYPE ${FILTER}`,
    ...PROMOTED_WITH_MANY_VALUES.map(
      (name) => `INDEX ${name}_values lowerUTF8(${name}) TYPE ${FILTER}`,
    ),
  ];
}

/**
 * Event IDs set by senders, found like other identifiers. For existing events the index is built in the background;
 * until then they are read completely.
 */
export const INDEX_EVENT_IDS: readonly string[] = [
  `ALTER TABLE logs ADD INDEX IF NOT EXISTS event_id_values lowerUTF8(event_id) TYPE ${FILTER}`,
  'ALTER TABLE logs MATERIALIZE INDEX event_id_values SETTINGS mutations_sync = 0',
];

/** Whether a column has lists. Hardly one has, and every index makes every merge of small parts dearer. */
export const COLUMN_LISTS = PROMOTED_WITH_MANY_VALUES.map(
  (name) => `startsWith(${name}, '[')`,
).join(', ');

/** Lists, whose elements are not in the indexes of whole values. Built in the background. */
export const INDEX_LIST_ELEMENTS: readonly string[] = [
  `ALTER TABLE logs ADD INDEX IF NOT EXISTS attribute_elements ${ELEMENT_PAIRS} TYPE ${FILTER}, ADD INDEX IF NOT EXISTS column_lists (${COLUMN_LISTS}) TYPE minmax GRANULARITY 1`,
  'ALTER TABLE logs MATERIALIZE INDEX attribute_elements, MATERIALIZE INDEX column_lists SETTINGS mutations_sync = 0',
];

const STORED_NOW = "toStartOfSecond(now64(3, 'UTC'))";
/** Whether the default is still the one for rows that are there already. */
const IS_FOR_OLD_ROWS = `SELECT count() FROM system.columns WHERE database = currentDatabase()
AND table = 'logs' AND name = '${STORED_AT}' AND default_expression NOT LIKE '%now64%' FORMAT TSV`;

/**
 * When a row was stored. A part without the column computes the default whenever it is read, so that every old
 * row would look new for ever: old rows get the time of their arrival, written down in every part, and only
 * then does the default become the clock. Written down once only: on a replica, or after a crash, the default
 * may be the clock already. An insert that began before the column was there would leave a part without it.
 */
export const ADD_STORED_AT: readonly MigrationStep[] = [
  {
    run: `ALTER TABLE logs ADD COLUMN IF NOT EXISTS ${STORED_AT} DateTime64(3, 'UTC')
      DEFAULT toStartOfSecond(received_at) CODEC(Delta(8), ${DEFAULT_CODEC})`,
  },
  { awaitInserts: true },
  { run: `ALTER TABLE logs MATERIALIZE COLUMN ${STORED_AT}`, onlyIf: IS_FOR_OLD_ROWS },
  { run: `ALTER TABLE logs MODIFY COLUMN ${STORED_AT} DEFAULT ${STORED_NOW}` },
  {
    run: `ALTER TABLE logs ADD INDEX IF NOT EXISTS stored_at_range ${STORED_AT} TYPE minmax GRANULARITY 1`,
  },
  { run: 'ALTER TABLE logs MATERIALIZE INDEX stored_at_range SETTINGS mutations_sync = 0' },
];

/**
 * Counts per minute, stored inside each part: so they expire, are deleted and are deduplicated with the rows they
 * count, and always agree with them. The store uses them automatically for a statement that groups by nothing else and
 * bounds `toStartOfMinute(timestamp)` instead of `timestamp`.
 */
const ROLLUP_KEY = 'organization, index_name, toStartOfMinute(timestamp), level, source, service';
const ROLLUP = `PROJECTION per_minute (SELECT ${ROLLUP_KEY}, count() GROUP BY ${ROLLUP_KEY})`;

const SETTINGS = [
  // Inserts whose token is remembered. A writer retries for half a minute, a queue redelivers for minutes.
  'non_replicated_deduplication_window = 10000',
  'fsync_after_insert = 1',
  'fsync_part_directory = 1',
  'min_rows_to_fsync_after_merge = 1',
  'merge_with_ttl_timeout = 3600',
  "lightweight_mutation_projection_mode = 'rebuild'",
];

/**
 * Partitions follow arrival, not the event's own time: a client that sends a thousand different days
 * makes one part, not a thousand, and a partition gets no more rows once its day is over.
 */
export function createLogsTable(engine: EngineClause): string {
  const columns = COLUMNS.map(
    ([name, type]) => `${name} ${type} CODEC(${CODECS[name] ?? DEFAULT_CODEC})`,
  );
  return `CREATE TABLE IF NOT EXISTS logs (
  ${[...columns, ...indexes(), ROLLUP].join(',\n  ')}
) ENGINE = ${engine}
PARTITION BY toDate(received_at)
PRIMARY KEY (organization, index_name, timestamp)
ORDER BY (organization, index_name, timestamp, row_id)
TTL timestamp + toIntervalDay(retention_days)
SETTINGS ${SETTINGS.join(', ')}`;
}
