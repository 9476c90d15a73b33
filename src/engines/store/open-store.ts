import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Limits } from '../../spec/limits.ts';
import type { EmbeddedEngine } from './child/engine-of-folder.ts';
import type { EmbeddedStore } from './child/supervise-engine.ts';
import { limitExports } from './limit-exports.ts';
import type { RepairReport } from './segments/repair-parts.ts';
import type { LogStore } from './store.ts';

export type { RepairReport } from './segments/repair-parts.ts';

export interface OpenStoreNeeds {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

export type StoreOptions =
  | {
      readonly kind: 'embedded';
      readonly directory: string;
      /** Unless it is given, the one whose rows are in the folder; in a new one ClickHouse where its library is installed, else DuckDB. */
      readonly engine?: EmbeddedEngine;
    }
  | {
      readonly kind: 'clickhouse';
      /** `http(s)://user:password@host:port/database` of any node. */
      readonly url: string;
      readonly cluster: string | undefined;
      /** The nodes of the cluster in the same form; discovered through the cluster if omitted. */
      readonly nodes?: readonly string[];
      /** Path of replicated tables in the coordination service; without it each shard has one copy. */
      readonly replicationPath?: string;
    };

/** Opens the store, creates or migrates its tables, and refuses one that a newer release wrote. */
export async function openStore(needs: OpenStoreNeeds, options: StoreOptions): Promise<LogStore> {
  const { log, limits } = needs;
  return limitExports({ log, limits: limits.logExports }, await openChosen(needs, options));
}

async function openChosen(needs: OpenStoreNeeds, options: StoreOptions): Promise<LogStore> {
  switch (options.kind) {
    case 'embedded':
      return openEmbedded(needs, options.directory, options.engine);
    case 'clickhouse': {
      const { openClickhouseStore } = await import('./clickhouse/open-clickhouse-store.ts');
      return openClickhouseStore(needs, options);
    }
  }
}

/**
 * Opens the rows of a folder for reading while a server uses it; undefined if none does, or if its engine only answers
 * its server.
 */
export async function openRunning(
  needs: OpenStoreNeeds,
  directory: string,
): Promise<LogStore | undefined> {
  if ((await findEngine(directory)) === 'segments') {
    const { readRunningParts } = await import('./segments/read-running.ts');
    return readRunningParts(needs, directory);
  }
  const { openRunningEngine } = await import('./duckdb/running-engine.ts');
  return openRunningEngine(needs, directory);
}

/** Which engine has rows in a folder; undefined when there are none. */
export async function findEngine(directory: string): Promise<EmbeddedEngine | undefined> {
  const { engineOfFolder } = await import('./child/engine-of-folder.ts');
  return engineOfFolder(directory);
}

/** Sets damaged files of the segment store aside, unless it is only to look. No server may run on the folder. */
export async function repairEmbedded(
  directory: string,
  how: { readonly isMoved: boolean },
): Promise<RepairReport> {
  const { repairParts } = await import('./segments/repair-parts.ts');
  return repairParts(directory, how);
}

/** Opens the store in a child process, on either engine. */
export async function openEmbedded(
  needs: OpenStoreNeeds,
  directory: string,
  wanted: EmbeddedEngine | undefined,
): Promise<EmbeddedStore> {
  const { findLibrary } = await import('./embedded/library.ts');
  const isInstalled = findLibrary() !== undefined;
  const ofFolder = wanted ?? (await findEngine(directory));
  if (ofFolder === 'clickhouse' && !isInstalled) throw missingLibrary(directory, wanted);
  const engine: EmbeddedEngine = ofFolder ?? (isInstalled ? 'clickhouse' : 'duckdb');
  needs.log.info({ engine }, 'local log store is opened');
  if (engine === 'duckdb') {
    const { openDuckdbStore } = await import('./duckdb/open-duckdb-store.ts');
    return openDuckdbStore(needs, directory);
  }
  if (engine === 'segments') {
    const { openSegmentStore } = await import('./segments/open-segment-store.ts');
    return openSegmentStore(needs, directory);
  }
  const { openEmbeddedStore } = await import('./embedded/open-embedded-store.ts');
  return openEmbeddedStore(needs, directory);
}

function missingLibrary(directory: string, wanted: EmbeddedEngine | undefined): Error {
  const missing = `The library of ClickHouse is not installed on ${process.platform}-${process.arch}.`;
  return new Error(
    wanted === undefined
      ? `${missing} It wrote the rows in ${directory}. Set XPLAIN_DATA to another folder, or run the server where the library is installed.`
      : `${missing} Leave XPLAIN_EMBEDDED_STORE out to use DuckDB, or set XPLAIN_CLICKHOUSE_URL to a server.`,
  );
}
