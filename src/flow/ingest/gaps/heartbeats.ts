/**
 * Heartbeats of nodes. The events of an unavailable node are on its own disk, and no other node can store them: the
 * others record that it is away, until it returns or is given up.
 */
import type { Clock } from '../../../base/clock.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { IngestQueue } from '../../../engines/queue/queue.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Gap } from './gap.ts';
import { closeAway, closeGapsOf, noteAway, openGapsOf, putGap } from './ingest-gaps-table.ts';
import { giveUpNode, putNode, readNodes } from './ingest-nodes-table.ts';

export interface SignNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly queue: Pick<IngestQueue, 'depth' | 'nodes'>;
  readonly holding: Pick<IngestQueue, 'depth'>;
  readonly clock: Clock;
  readonly nodeId: string;
}

const { silentMs, awayMsMax } = LIMITS.gaps;

/**
 * Runs at startup: this node was away since its last heartbeat, unless others accepted the events meanwhile and it held
 * none. Returns the other gaps it left open.
 */
export async function recordReturn(needs: SignNeeds): Promise<Gap[]> {
  const { metadata, clock, nodeId } = needs;
  const now = clock.now();
  const nodes = await readNodes(metadata);
  const own = nodes.find(({ node }) => node === nodeId);
  const left = await openGapsOf(metadata, nodeId);
  const isMissed = own?.holds_events === 1 && own.seen_at < now - silentMs;
  // Where others have noticed it, this one is there already.
  if (isMissed) await noteAway(metadata, awayGap(nodeId, own.seen_at));
  // The node was down and rejected nothing.
  const refusing = left.filter(({ kind }) => kind === 'refusing');
  const lastSeen = own?.seen_at ?? now;
  for (const gap of refusing) {
    await putGap(metadata, { ...gap, to: Math.max(gap.from, lastSeen) });
  }
  await recordHeartbeat(needs);
  return left.filter(({ kind }) => kind !== 'node_away' && kind !== 'refusing');
}

/** Other nodes store the events of a shared queue. A record that this node was away was wrong, or is outdated now. */
export async function recordHeartbeat({
  metadata,
  queue,
  clock,
  nodeId,
}: SignNeeds): Promise<void> {
  const now = clock.now();
  const holds = queue.nodes() > 1 ? 0 : 1;
  await putNode(metadata, { node: nodeId, seen_at: now, holds_events: holds });
  await closeAway(metadata, nodeId, now);
}

/** After a clean stop, a node that holds no events is not reported as away if other nodes are running. */
export async function recordStop(needs: SignNeeds): Promise<void> {
  const { metadata, queue, holding, clock, nodeId } = needs;
  const now = clock.now();
  const isEmpty = queue.depth().events === 0 && holding.depth().events === 0;
  const nodes = await readNodes(metadata);
  const hasOthers = nodes.some(({ node, seen_at }) => node !== nodeId && seen_at >= now - silentMs);
  const holds = queue.nodes() > 1 || (isEmpty && hasOthers) ? 0 : 1;
  await putNode(metadata, { node: nodeId, seen_at: now, holds_events: holds });
}

/** Notes which other nodes have fallen silent, and which of them have been for too long. */
export async function detectSilentNodes({ metadata, clock, nodeId }: SignNeeds): Promise<void> {
  const now = clock.now();
  for (const { node, seen_at: seenAt, holds_events: holds } of await readNodes(metadata)) {
    if (node === nodeId || seenAt >= now - silentMs || holds === 0) continue;
    if (seenAt >= now - awayMsMax) await noteAway(metadata, awayGap(node, seenAt));
    else {
      await closeGapsOf(metadata, node, seenAt + awayMsMax);
      await giveUpNode(metadata, node, seenAt);
    }
  }
}

/** The same gap for every observer. */
function awayGap(node: string, seenAt: number): Gap {
  const id = `away ${seenAt} ${node}`;
  return { id, node, organization: null, kind: 'node_away', from: seenAt, to: null };
}
