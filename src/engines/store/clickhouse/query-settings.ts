import type { Limits } from '../../../spec/limits.ts';
import type { QueryOptions } from '../store.ts';
import type { Settings } from './connection.ts';

/** The engine enforces its own time limit; this is for one that does not respond at all. */
export const SILENCE_GRACE_MS = 5_000;

/** Priority of statements that people wait for. Those with a larger number pause while any of these runs. */
export const FIRST = 1;
/** The longest pause before each block, so that a busy store delays such a statement but never stops it. */
const PAUSE_MS = 100;

/** Sets everything that limits or shapes a statement, since each server has its own defaults. */
export function querySettings(limits: Limits, options: QueryOptions): Settings {
  return {
    readonly: 2,
    max_execution_time: (options.timeoutMs ?? limits.query.timeoutMsMax) / 1000,
    timeout_overflow_mode: 'throw',
    max_memory_usage: options.memoryBytesMax ?? limits.query.memoryBytesMax,
    // If all queries together need too much memory, the one that most exceeds its share ends, even if it is not the
    // latest.
    memory_overcommit_ratio_denominator: limits.query.memoryShareBytes,
    max_rows_to_read: options.scanRowsMax ?? limits.query.scanRowsMax,
    read_overflow_mode: 'throw',
    max_result_rows: options.resultRowsMax ?? limits.query.groupsMax,
    result_overflow_mode: 'throw',
    priority: FIRST,
    low_priority_query_wait_time_ms: PAUSE_MS,
    cancel_http_readonly_queries_on_client_close: 1,
    http_write_exception_in_output_format: 0,
    date_time_output_format: 'iso',
    output_format_json_quote_64bit_integers: 0,
    output_format_json_quote_denormals: 0,
    // A part of the shards would be a wrong answer that looks right.
    skip_unavailable_shards: 0,
    ...options.settings,
  };
}

/** So many SELECTs inside one another are short to plan, whatever they compute. */
const NESTED_SELECTS_MAX = 5;

/**
 * The planner joins the expressions of subqueries into one, and a value that each of them names several times grows by
 * a power: seconds to minutes of planning that no limit interrupts. Deep statements keep their expressions apart.
 */
export function planSettings(text: string): Settings {
  const isDeep = text.split('(SELECT').length > NESTED_SELECTS_MAX + 1;
  return isDeep ? { query_plan_merge_expressions: 0 } : {};
}

/** Exactly one block per insert and partition, so that a retry finds the same ones under its token. */
export function insertSettings(limits: Limits, token: string): Settings {
  return {
    async_insert: 0,
    insert_deduplicate: 1,
    insert_deduplication_token: token,
    distributed_foreground_insert: 1,
    max_execution_time: limits.store.insertTimeoutMs / 1000,
    max_insert_threads: 1,
    max_insert_block_size: ROWS_PER_BLOCK,
    min_insert_block_size_rows: ROWS_PER_BLOCK,
    min_insert_block_size_bytes: BYTES_PER_BLOCK,
    max_partitions_per_insert_block: 0,
    materialize_skip_indexes_on_insert: 0,
  };
}

/** Both exceed what a writer ever sends at a time. */
const ROWS_PER_BLOCK = 1_000_000;
const BYTES_PER_BLOCK = 1_073_741_824;

export function commandSettings(timeoutMs: number): Settings {
  return {
    max_execution_time: timeoutMs / 1000,
    mutations_sync: 2,
    alter_sync: 2,
    lightweight_deletes_sync: 2,
  };
}
