import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { untilAborted } from './cancellation.ts';
import type { Connection } from './connection.ts';
import { queryError } from './engine-errors.ts';
import { onEveryNode } from './nodes.ts';
import type { StoreNodes } from './nodes.ts';
import { commandSettings } from './query-settings.ts';

interface MaintainNeeds {
  readonly limits: Limits;
  readonly log: Log;
}

/**
 * Inserts leave the indexes out and merges build them, so a part that never meets another one stays
 * without. Partitions follow arrival: once their day is over nothing more comes, and what is still
 * bare then is indexed once and for all. Until then it is read whole, with the same answer.
 */
const BARE_PARTITIONS = `SELECT DISTINCT partition_id FROM system.parts
WHERE active AND database = {database:String} AND table = 'logs' AND rows > 0
  AND secondary_indices_compressed_bytes = 0 AND toDate(partition) < toDate(now('UTC'))
ORDER BY partition_id FORMAT TSV`;

const INDEX_NAMES = `SELECT name FROM system.data_skipping_indices
WHERE database = {database:String} AND table = 'logs' ORDER BY name FORMAT TSV`;

export async function materializeIndexes(
  needs: MaintainNeeds,
  nodes: StoreNodes,
  signal: AbortSignal,
): Promise<void> {
  await onEveryNode(nodes, queryError, async (connection) => {
    const partitions = await readLines(needs, nodes, connection, BARE_PARTITIONS);
    if (partitions.length === 0) return;
    const names = await readLines(needs, nodes, connection, INDEX_NAMES);
    for (const partition of partitions) {
      signal.throwIfAborted();
      await indexPartition(needs, nodes, connection, partition, names, signal);
    }
  });
}

async function indexPartition(
  needs: MaintainNeeds,
  nodes: StoreNodes,
  connection: Connection,
  partition: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const timeoutMs = needs.limits.store.commandTimeoutMs;
  const steps = names.map((name) => `MATERIALIZE INDEX ${name} IN PARTITION ID '${partition}'`);
  // Stopping only means not to wait: the engine finishes by itself, and repeating it does nothing.
  await untilAborted(
    signal,
    () =>
      connection.read({
        text: `ALTER TABLE logs ${steps.join(', ')}`,
        database: nodes.localDatabase,
        settings: commandSettings(timeoutMs),
        silenceMsMax: timeoutMs,
      }),
    () => {},
  );
  needs.log.info({ partition }, 'log store indexed a settled partition');
}

async function readLines(
  needs: MaintainNeeds,
  nodes: StoreNodes,
  connection: Connection,
  text: string,
): Promise<readonly string[]> {
  const answer = await connection.read({
    text,
    parameters: new Map([['database', nodes.localDatabase]]),
    silenceMsMax: needs.limits.query.timeoutMsMax,
  });
  return answer.toString().split('\n').filter(Boolean);
}
