import type { EngineHealth } from '../../../base/health.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { DiskUsage } from '../store.ts';
import type { Connection } from './connection.ts';
import { queryError } from './engine-errors.ts';
import { onEveryNode } from './nodes.ts';
import type { StoreNodes } from './nodes.ts';

interface HealthNeeds {
  readonly limits: Limits;
  readonly log: Log;
}

/** Parts the engine found damaged or foreign and put aside; their rows are missing from every answer. */
const DETACHED = `SELECT count() FROM system.detached_parts
WHERE database = {database:String} AND (reason LIKE '%broken%' OR reason LIKE 'unexpected%')`;

export function createHealthCheck(
  needs: HealthNeeds,
  nodes: StoreNodes,
): () => Promise<EngineHealth> {
  let detachedBefore = 0;
  return async () => {
    const counts = await Promise.all(
      nodes.connections.map((connection) => countDetached(needs, nodes, connection)),
    );
    const reached = counts.filter((count) => count !== undefined);
    if (reached.length === 0) return { state: 'down', note: 'The log store is not responding.' };
    const detached = reached.reduce((sum, count) => sum + count, 0);
    if (detached > detachedBefore) {
      needs.log.error({ parts: detached }, 'log store moved damaged parts aside, rows are missing');
    }
    detachedBefore = detached;
    const away = counts.length - reached.length;
    const notes = [
      ...(away > 0
        ? [`${away} of ${counts.length} nodes of the log store are not responding.`]
        : []),
      ...(detached > 0
        ? [`${detached} damaged parts were moved aside; their rows are missing from results.`]
        : []),
    ];
    return notes.length === 0 ? { state: 'up' } : { state: 'degraded', note: notes.join(' ') };
  };
}

async function countDetached(
  needs: HealthNeeds,
  nodes: StoreNodes,
  connection: Connection,
): Promise<number | undefined> {
  try {
    const answer = await connection.read({
      purpose: 'health',
      text: `${DETACHED} FORMAT TSV`,
      parameters: new Map([['database', nodes.localDatabase]]),
      settings: { max_execution_time: needs.limits.store.healthTimeoutMs / 1000 },
      silenceMsMax: needs.limits.store.healthTimeoutMs,
    });
    return Number(answer.toString());
  } catch (error) {
    needs.log.debug({ err: error }, 'log store failed the health check');
    return undefined;
  }
}

const USAGE = `SELECT
  (SELECT sum(rows) FROM system.parts WHERE active AND database = {database:String} AND table = 'logs'),
  (SELECT sum(bytes_on_disk) FROM system.parts WHERE database = {database:String}),
  (SELECT min(unreserved_space) FROM system.disks WHERE NOT is_read_only)
FORMAT TSV`;

export async function readDiskUsage(needs: HealthNeeds, nodes: StoreNodes): Promise<DiskUsage> {
  const answers = await onEveryNode(nodes, queryError, (connection) =>
    connection.read({
      text: USAGE,
      parameters: new Map([['database', nodes.localDatabase]]),
      silenceMsMax: needs.limits.query.timeoutMsMax,
    }),
  );
  const usages = answers.map((answer) => answer.toString().trim().split('\t').map(Number));
  return {
    rows: usages.reduce((sum, [rows = 0]) => sum + rows, 0),
    bytes: usages.reduce((sum, [, bytes = 0]) => sum + bytes, 0),
    freeBytes: Math.min(...usages.map(([, , free = 0]) => free)),
  };
}

export async function readRunning(
  needs: HealthNeeds,
  nodes: StoreNodes,
): Promise<readonly string[]> {
  const answers = await onEveryNode(nodes, queryError, (connection) =>
    connection.read({
      purpose: 'health',
      text: 'SELECT query_id FROM system.processes FORMAT TSV',
      silenceMsMax: needs.limits.store.healthTimeoutMs,
    }),
  );
  return answers.flatMap((answer) => answer.toString().split('\n').filter(Boolean));
}
