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
 * Inserts omit the indexes and merges build them, so a part that is never merged has none and is read completely, with
 * the same result. Parts still without indexes after a while are indexed here: immediately if their day is over, since
 * partitions follow arrival and get no more rows; before that only if it is worth the cost, since a merge may repeat
 * the work.
 */
const BARE_PARTITIONS = `SELECT partition_id FROM system.parts
WHERE active AND database = {database:String} AND table = 'logs' AND rows > 0
  AND secondary_indices_compressed_bytes = 0
GROUP BY partition_id, partition
HAVING toDate(partition) < toDate(now('UTC'))
  OR sumIf(rows, modification_time <= now() - {age:UInt32}) >= {rows:UInt32}
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
  // Aborting only stops waiting: the engine finishes on its own, and repeating the statement has no effect.
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
  needs.log.info({ partition }, 'log store indexed a finished partition');
}

async function readLines(
  needs: MaintainNeeds,
  nodes: StoreNodes,
  connection: Connection,
  text: string,
): Promise<readonly string[]> {
  const answer = await connection.read({
    text,
    parameters: new Map([
      ['database', nodes.localDatabase],
      ['age', String(Math.floor(needs.limits.store.indexAfterMs / 1000))],
      ['rows', String(needs.limits.store.indexRowsMin)],
    ]),
    silenceMsMax: needs.limits.query.timeoutMsMax,
  });
  return answer.toString().split('\n').filter(Boolean);
}
