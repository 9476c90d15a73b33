import type { OrganizationId } from '../../base/ids.ts';
import type { QueuePosition } from './queue.ts';
import type { Waiting } from './waiting-lines.ts';

/** The lowest position of each organization. */
export function oldestPositions<E extends Waiting>(
  entries: Iterable<E>,
  positionOf: (entry: E) => QueuePosition,
): Map<OrganizationId, QueuePosition> {
  const oldest = new Map<OrganizationId, QueuePosition>();
  for (const entry of entries) {
    const position = positionOf(entry);
    const known = oldest.get(entry.organization);
    if (known === undefined || position < known) oldest.set(entry.organization, position);
  }
  return oldest;
}
