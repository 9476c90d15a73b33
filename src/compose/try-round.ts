/** Part of a drill: existing rows don't prove that new events can be stored and found. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import { organizationId } from '../base/ids.ts';
import { sealPayload } from '../base/queue-payload.ts';
import { sql, string } from '../engines/store/sql.ts';
import { rowsOf } from '../engines/store/store.ts';
import type { Node } from './node.ts';
import { storeQueued } from './store-queued.ts';

/**
 * Sends one event of an unused organization through the queue into the store and searches for it. Returns the duration
 * in milliseconds.
 */
export async function tryRound(
  node: Pick<Node, 'engines' | 'config' | 'log' | 'encoder'>,
): Promise<number> {
  const { queue, store } = node.engines;
  const organization = organizationId(`org_${randomUUID()}`);
  const startedAt = systemClock.now();
  const record = {
    organization,
    index: 'main',
    timestamp: startedAt,
    receivedAt: startedAt,
    retentionDays: 1,
    level: 'info',
    source: 'drill',
    id: '',
    body: `drill ${randomUUID()}`,
    attributes: [],
  };
  const { payload } = node.encoder.encode([record]);
  sealPayload(payload, { sentBytes: 0, acceptedAt: startedAt });
  await queue.append({ organization, events: 1, payload });
  await storeQueued(node, { isCounted: false });
  const answer = await store.query(
    sql`SELECT body FROM logs WHERE organization = ${string(organization)}`,
  );
  const found = rowsOf(answer).map(({ body }) => String(body));
  if (found.length !== 1 || found[0] !== record.body) {
    throw new StartError('The test event sent to the restored server was not found.');
  }
  return systemClock.now() - startedAt;
}
