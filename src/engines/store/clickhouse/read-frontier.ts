/** Up to when everything that was stored can be found, on all nodes. */
import { SECOND_MS } from '../../../spec/units.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { Connection } from './connection.ts';
import { queryError } from './engine-errors.ts';
import { onEveryNode } from './nodes.ts';
import type { StoreNodes } from './nodes.ts';
import { commandSettings, SILENCE_GRACE_MS } from './query-settings.ts';

/**
 * The running inserts of a node and its clock, which is read first: an insert missing from the list has ended or will
 * be stamped later. Rows for other shards are inserted there under the ID of the original insert.
 */
const INSERTS = `SELECT is_initial_query, initial_query_id, elapsed, toUnixTimestamp64Milli(now64(3)), query_kind
FROM system.processes
WHERE query_id = queryID() OR (query_kind = 'Insert' AND (current_database IN ({local:String}, {all:String})
  OR (is_initial_query = 0 AND position(query, 'logs') > 0))) FORMAT TSV`;

interface Process {
  readonly isInitial: boolean;
  readonly initialId: string;
  readonly startedAt: number;
}

export async function readFrontier(
  needs: { readonly limits: Limits },
  nodes: StoreNodes,
): Promise<number> {
  const { store } = needs.limits;
  const lists = await onEveryNode(nodes, queryError, async (connection) => {
    const answer = await connection.read({
      purpose: 'health',
      text: INSERTS,
      parameters: new Map([
        ['local', nodes.localDatabase],
        ['all', nodes.database],
      ]),
      silenceMsMax: store.healthTimeoutMs,
    });
    return answer.toString().split('\n').filter(Boolean).map(readProcess);
  });
  if (nodes.isReplicated) await awaitReplicas(nodes, store.insertTimeoutMs);
  const processes = lists.flat();
  const asked = new Set(processes.flatMap((each) => (each.isInitial ? [each.initialId] : [])));
  const starts = processes.map(({ isInitial, initialId, startedAt }) =>
    // The node that stamped the rows died meanwhile: it did so within the time an insert may take.
    isInitial || asked.has(initialId) ? startedAt : startedAt - store.insertTimeoutMs,
  );
  return Math.floor(Math.min(...starts) / SECOND_MS) * SECOND_MS;
}

/** This query itself is in the list, and represents the current time. */
function readProcess(line: string): Process {
  const [isInitial, initialId = '', elapsed, now, kind] = line.split('\t');
  const elapsedMs = kind === 'Insert' ? Math.ceil(Number(elapsed) * SECOND_MS) : 0;
  return { isInitial: isInitial === '1', initialId, startedAt: Number(now) - elapsedMs };
}

/** What one replica has stored, the others have only once they fetched it. */
async function awaitReplicas(nodes: StoreNodes, timeoutMs: number): Promise<void> {
  await onEveryNode(nodes, queryError, (connection: Connection) =>
    connection.read({
      text: 'SYSTEM SYNC REPLICA logs LIGHTWEIGHT',
      database: nodes.localDatabase,
      settings: commandSettings(timeoutMs),
      silenceMsMax: timeoutMs + SILENCE_GRACE_MS,
    }),
  );
}
