/** The port of the log store over the wire of our DuckDB process. Statements go as they would to ClickHouse. */
import type { EngineHealth } from '../../../base/health.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { untilAborted } from '../clickhouse/cancellation.ts';
import { createClickhouseStore } from '../clickhouse/clickhouse-store.ts';
import type { Connection, EngineRequest, Settings } from '../clickhouse/connection.ts';
import { insertError, queryError, type EngineFault } from '../clickhouse/engine-errors.ts';
import { onAnyNode } from '../clickhouse/nodes.ts';
import { SILENCE_GRACE_MS } from '../clickhouse/query-settings.ts';
import { createBlockJoiner } from '../packed-rows.ts';
import type { DiskUsage, IndexRetention, LogStore, StampsOfFiles, StoreCopy } from '../store.ts';
import {
  COPY_FILES,
  DAYS_SETTING,
  DISK_USAGE,
  FRONTIER,
  HEALTH,
  INDEX_SETTING,
  INSERT,
  KNOWN_SETTING,
  MAINTAIN,
  ORGANIZATION_SETTING,
  REPEATED_SETTING,
  RETAIN,
  RUNNING,
  TOKEN_SETTING,
  type EngineHealthReport,
} from './engine-commands.ts';
import { createSearchPauses, withPauses, type SearchPauses } from './pause-searches.ts';

export interface DuckdbStoreNeeds {
  readonly limits: Limits;
  readonly log: Log;
}

/** `dispose` runs after the connection is closed. */
export function createDuckdbStore(
  needs: DuckdbStoreNeeds,
  connection: Connection,
  dispose: () => Promise<void>,
  pauses: SearchPauses = createSearchPauses(),
): LogStore {
  const { limits } = needs;
  const nodes = {
    connections: [connection],
    localDatabase: '',
    database: '',
    isReplicated: false,
  } as const;
  const joiner = createBlockJoiner();
  const ask = (
    request: EngineRequest,
    describe: (fault: EngineFault) => Error = queryError,
  ): Promise<Buffer> =>
    onAnyNode(
      nodes,
      () => 0,
      describe,
      (node) => node.read(request),
    );
  return {
    ...withPauses(createClickhouseStore(needs, nodes, dispose), pauses),

    async insert({ token, blocks, isRepeated }) {
      const settings = { [TOKEN_SETTING]: token, [REPEATED_SETTING]: isRepeated === true ? 1 : 0 };
      const data = await joiner.join(blocks);
      const silenceMsMax = limits.store.insertTimeoutMs + SILENCE_GRACE_MS;
      const request = { purpose: 'insert', text: INSERT, data, settings, silenceMsMax } as const;
      await ask(request, insertError);
    },

    async setRetention(retention, { timeoutMs, signal } = {}) {
      const settings = retentionSettings(retention);
      const silenceMsMax = timeoutMs ?? limits.store.commandTimeoutMs;
      await untilAborted(
        signal,
        () => ask({ text: RETAIN, settings, silenceMsMax }),
        () => {},
      );
    },

    async maintain(signal) {
      const silenceMsMax = limits.store.commandTimeoutMs;
      await untilAborted(
        signal,
        () => ask({ text: MAINTAIN, silenceMsMax }),
        () => {},
      );
    },

    health: createHealthCheck(needs, ask),

    async diskUsage() {
      const answer = await ask({ ...asHealth(limits), text: DISK_USAGE });
      // Our own process wrote it.
      return JSON.parse(answer.toString()) as DiskUsage;
    },

    async running() {
      const answer = await ask({ ...asHealth(limits), text: RUNNING });
      return JSON.parse(answer.toString()) as string[];
    },

    async frontier() {
      const answer = await ask({ ...asHealth(limits), text: FRONTIER });
      return Number(answer.toString());
    },

    copyFiles: async (known) =>
      JSON.parse((await ask(copyRequest(limits, known))).toString()) as StoreCopy,
  };
}

function retentionSettings({ organization, index, days }: IndexRetention): Settings {
  return { [ORGANIZATION_SETTING]: organization, [INDEX_SETTING]: index, [DAYS_SETTING]: days };
}

function copyRequest({ store }: Limits, known: StampsOfFiles): EngineRequest {
  const settings = { [KNOWN_SETTING]: JSON.stringify(known) };
  return { text: COPY_FILES, settings, silenceMsMax: store.commandTimeoutMs, isSentOnce: true };
}

function asHealth({ store }: Limits): Pick<EngineRequest, 'purpose' | 'silenceMsMax'> {
  return { purpose: 'health', silenceMsMax: store.healthTimeoutMs };
}

function createHealthCheck(
  { limits, log }: DuckdbStoreNeeds,
  ask: (request: EngineRequest) => Promise<Buffer>,
): () => Promise<EngineHealth> {
  let unreadableBefore = 0;
  return async () => {
    let report: EngineHealthReport;
    try {
      const answer = await ask({ ...asHealth(limits), text: HEALTH });
      report = JSON.parse(answer.toString()) as EngineHealthReport;
    } catch (error) {
      log.debug({ err: error }, 'log store failed the health check');
      return { state: 'down', note: 'The log store is not responding.' };
    }
    const { unreadable } = report;
    if (unreadable.length > unreadableBefore) {
      log.error({ files: unreadable }, 'log store could not read all files, rows are missing');
    }
    unreadableBefore = unreadable.length;
    if (unreadable.length === 0) return { state: 'up' };
    const note = `Files of the log store cannot be read, and their rows are missing from results: ${unreadable.join(', ')}.`;
    return { state: 'degraded', note };
  };
}
