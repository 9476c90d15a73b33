/** The folder of the local engine: its rows, its configuration, its log. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS, MB } from '../../../spec/units.ts';

export interface EngineFiles {
  readonly lockFile: string;
  readonly configFile: string;
  readonly rowsFolder: string;
  readonly credentials: EngineCredentials;
  /** What the engine writes itself once the folder is its own; nothing where the files are there already. */
  readonly contents?: readonly FileContent[];
  /** The engine's response that proves it is ours; prevents sending anything to another program. */
  readonly proof?: string;
}

export interface FileContent {
  readonly path: string;
  readonly text: string;
}

export interface EngineCredentials {
  readonly user: string;
  readonly password: string;
  /** The engine answers no request without this header. */
  readonly headers: Readonly<Record<string, string>>;
}

const USER = 'xplain';
const KEY_HEADER = 'x-xplain-key';
/** Where anyone can request the engine's proof. */
export const PROOF_PATH = '/proof';
/** Owner only. */
const PRIVATE_FOLDER = 0o700;

export async function prepareEngineFolder(directory: string): Promise<void> {
  try {
    await mkdir(join(directory, 'log'), { recursive: true, mode: PRIVATE_FOLDER });
    // Of a release that had one password for all starts.
    await rm(join(directory, 'password'), { force: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The log store cannot write to ${directory} (${reason}). Give this user the right to, or set ` +
        'XPLAIN_DATA to another folder.',
      { cause: error },
    );
  }
}

/**
 * Everything that one start of the engine needs. The password is new each time: a process that takes the port of a dead
 * engine receives at most a password that is no longer valid.
 */
export function newEngineFiles(directory: string, memoryBytesMax: number): EngineFiles {
  const password = randomBytes(32).toString('hex');
  const proof = randomBytes(32).toString('hex');
  const usersFile = join(directory, 'users.xml');
  const configFile = join(directory, 'engine.xml');
  const logFile = join(directory, 'log', 'engine.log');
  const config = configXml({ usersFile, logFile, password, proof, memoryBytesMax });
  return {
    lockFile: join(directory, 'lock'),
    configFile,
    rowsFolder: join(directory, 'rows'),
    credentials: { user: USER, password, headers: { [KEY_HEADER]: password } },
    contents: [
      { path: usersFile, text: usersXml(password) },
      { path: configFile, text: config },
    ],
    proof,
  };
}

/**
 * Turns off data that nobody reads: stack samples of every statement, and a log of statements, for which this engine
 * has no table. Column statistics serve joins, and the log table has none. Columns decompressed by a small read are
 * cached, because users view the same events again: decompression is half the cost of finding one event. Large reads
 * bypass the cache.
 */
const PROFILE = {
  log_queries: 0,
  log_processors_profiles: 0,
  query_profiler_real_time_period_ns: 0,
  query_profiler_cpu_time_period_ns: 0,
  memory_profiler_step: 0,
  use_statistics: 0,
  use_uncompressed_cache: 1,
};
/**
 * Merged parts are synced, so the parts they replace need not be kept for long. A past day becomes one part: finding
 * the newest events in six parts takes twice as long.
 */
const TABLES = {
  auto_statistics_types: '',
  cleanup_delay_period: 5,
  cleanup_delay_period_random_add: 2,
  max_cleanup_delay_period: 10,
  min_age_to_force_merge_seconds: (6 * HOUR_MS) / 1000,
  min_age_to_force_merge_on_partition_only: 1,
  enable_max_bytes_limit_for_min_age_to_force_merge: 1,
};

function settingsXml(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');
}

/**
 * The engine opens its own session as `default`, without a password; that user may only start to listen
 * and read standard input. Ours may not reach files or the network: a statement gone wrong stays
 * inside the tables.
 */
function usersXml(password: string): string {
  const hash = createHash('sha256').update(password).digest('hex');
  const grants = (list: readonly string[]): string =>
    `<grants>${list.map((grant) => `<query>GRANT ${grant}</query>`).join('')}</grants>`;
  const rest =
    '<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>';
  return `<clickhouse>
<profiles><default>${settingsXml(PROFILE)}</default></profiles>
<quotas><default></default></quotas>
<users>
<default><no_password/>${rest}${grants([
    'SYSTEM LISTEN ON *.*',
    'CREATE TEMPORARY TABLE ON *.*',
    'READ ON FILE',
  ])}</default>
<${USER}><password_sha256_hex>${hash}</password_sha256_hex>${rest}${grants([
    'SELECT, INSERT, ALTER, CREATE DATABASE, CREATE TABLE, DROP, TRUNCATE, OPTIMIZE ON *.*',
    'KILL QUERY, SYSTEM MERGES, SYSTEM TTL MERGES ON *.*',
    'TABLE ENGINE ON *',
  ])}</${USER}>
</users>
</clickhouse>`;
}

interface ConfigFacts {
  readonly usersFile: string;
  readonly logFile: string;
  readonly password: string;
  readonly proof: string;
  readonly memoryBytesMax: number;
}

/** Loggers that repeat statements, which contain what users search for. */
const LOUD_LOGGERS = [
  'executeQuery',
  'DynamicQueryHandler',
  'TCPHandler',
  'InterserverIOHTTPHandler',
];

function configXml(facts: ConfigFacts): string {
  const { usersFile, logFile, password, proof, memoryBytesMax } = facts;
  const levels = LOUD_LOGGERS.map(
    (name) => `<logger><name>${name}</name><level>none</level></logger>`,
  );
  const workers = Math.max(2, availableParallelism());
  return `<clickhouse>
<logger><log>${escapeXml(logFile)}</log><size>10M</size><count>2</count><levels>${levels.join('')}</levels></logger>
<users_config>${escapeXml(usersFile)}</users_config>
<send_crash_reports><enabled>false</enabled></send_crash_reports>
<http_handlers><rule><methods>POST</methods><headers><${KEY_HEADER}>${password}</${KEY_HEADER}></headers>
<handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler></rule>
<rule><methods>GET</methods><url>${PROOF_PATH}</url>
<handler><type>static</type><status>200</status><content_type>text/plain</content_type><response_content>${proof}</response_content></handler></rule></http_handlers>
<keep_alive_timeout>60</keep_alive_timeout>
<max_server_memory_usage>${memoryBytesMax}</max_server_memory_usage>
<mark_cache_size>${128 * MB}</mark_cache_size>
<uncompressed_cache_size>${128 * MB}</uncompressed_cache_size>
<index_mark_cache_size>${32 * MB}</index_mark_cache_size>
<index_uncompressed_cache_size>${64 * MB}</index_uncompressed_cache_size>
<primary_index_cache_size>${128 * MB}</primary_index_cache_size>
<compiled_expression_cache_size>${32 * MB}</compiled_expression_cache_size>
<merge_tree>${settingsXml(TABLES)}</merge_tree>
<background_pool_size>${workers}</background_pool_size>
<background_schedule_pool_size>${4 * workers}</background_schedule_pool_size>
</clickhouse>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
