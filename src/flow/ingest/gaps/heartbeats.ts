/**
 * Nodes show that they live. What a silent one holds is on its own disk, and nobody else can store it: the others
 * note that it is away, until it comes back or is not waited for any more.
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
 * At the start: this node was away since its last sign, unless others were there to take the events and it held
 * none. Returns what it has left open beside that.
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
  // Nobody was there to refuse anything.
  const refusing = left.filter(({ kind }) => kind === 'refusing');
  const lastSeen = own?.seen_at ?? now;
  for (const gap of refusing) {
    await putGap(metadata, { ...gap, to: Math.max(gap.from, lastSeen) });
  }
  await recordHeartbeat(needs);
  return left.filter(({ kind }) => kind !== 'node_away' && kind !== 'refusing');
}

/** Events in a queue that nodes share are stored by the others. Whoever took this node for away was wrong, or is now. */
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

/** At an orderly stop a node that holds nothing is not missed, where others go on. */
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

/** The same for whoever notices it. */
function awayGap(node: string, seenAt: number): Gap {
  const id = `away ${seenAt} ${node}`;
  return { id, node, organization: null, kind: 'node_away', from: seenAt, to: null };
}
