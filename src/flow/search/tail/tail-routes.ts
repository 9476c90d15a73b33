import { Readable } from 'node:stream';
import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import * as contract from '../../../contract/log-tail.ts';
import type { App } from '../../../http/app.ts';
import type { Guard, Request } from '../../../http/gate.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { sendEvents } from '../../../http/send-stream.ts';
import { takeSlot } from '../take-slot.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import { tailLogs } from './tail-logs.ts';

export interface TailRouteNeeds extends SearchNeeds {
  /** Repeated during the stream, because a credential may be revoked meanwhile. */
  readonly authenticate: Guard['authenticate'];
}

/** Buffer for slow readers; beyond it the store isn't queried and new events are dropped. */
const BUFFERED_BYTES = 64 * 1024;
/** Time for the last message before the connection is closed. */
const GRACE_MS = 5_000;

export function tailRoutes(app: App, needs: TailRouteNeeds): void {
  app.route({
    ...contract.tailLogs,
    handler: async (request, reply) => {
      const { query } = request;
      const lastEventId = request.headers['last-event-id'] ?? query.lastEventId;
      const input = { ...query, ...(lastEventId === undefined ? {} : { lastEventId }) };
      const { perOrganizationMax, connectionMsMax } = needs.limits.tail;
      const slot = await takeSlot(needs, request.actor.organization, {
        name: 'tail',
        slots: perOrganizationMax,
        holdMsMax: connectionMsMax + GRACE_MS,
      });
      reply.raw.once('close', () => void slot.release());
      const gone = abortOnDisconnect(reply);
      const accessNow = (): Promise<Actor> => actorNow(needs, request);
      const tail = await tailLogs(needs, request.actor, input, accessNow, gone);
      const ending = endingOf(app.closing, gone, connectionMsMax);
      const stream = Readable.from(tail.messages(ending.signal), {
        objectMode: false,
        highWaterMark: BUFFERED_BYTES,
      });
      reply.raw.once('close', ending.stop);
      // Clients that don't read the end of the stream are disconnected.
      const cut = setTimeout(() => reply.raw.destroy(), connectionMsMax + GRACE_MS);
      reply.raw.once('close', () => clearTimeout(cut));
      return sendEvents(reply, stream);
    },
  });
}

/** Combines all reasons to end a tail in one signal. */
function endingOf(
  closing: AbortSignal,
  gone: AbortSignal,
  connectionMsMax: number,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort('time'), connectionMsMax);
  const onClosing = (): void => controller.abort('closing');
  const onGone = (): void => controller.abort('gone');
  if (closing.aborted) onClosing();
  closing.addEventListener('abort', onClosing, { once: true });
  gone.addEventListener('abort', onGone, { once: true });
  return {
    signal: controller.signal,
    stop: () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', onClosing);
      controller.abort('gone');
    },
  };
}

/** Who the caller is by now; throws when the credential no longer permits a tail. */
async function actorNow(needs: TailRouteNeeds, request: Request): Promise<Actor> {
  const { actor } = await needs.authenticate(request, contract.tailLogs.config);
  const isSame = actor?.organization === request.actor.organization;
  if (isSame && actor.permissions.has(contract.tailLogs.config.permission)) return actor;
  throw new AppError('FORBIDDEN', 'The credential no longer has permission.');
}
