import type { FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import type { Log } from '../base/log.ts';
import type { Exchanges } from './exchanges.ts';
import type { Servers } from './servers.ts';

export interface StopNeeds {
  readonly log: Log;
  readonly limits: { readonly shutdownTimeoutMs: number };
  readonly exchanges: Exchanges;
  readonly servers: Servers;
  readonly closing: AbortController;
}

/**
 * Makes `app.close()` finish every request: refuses new connections, sends refusals with `Connection: close` on kept
 * ones, waits up to the limit for requests in flight, then closes everything.
 */
export function stopGracefully(
  app: Pick<FastifyInstance<Server>, 'addHook'>,
  needs: StopNeeds,
): void {
  const { exchanges, servers, closing, limits, log } = needs;
  let stopped: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  app.addHook('preClose', (done) => {
    for (const response of exchanges.inFlight) {
      response.shouldKeepAlive = false;
      // Its headers may have announced keep-alive, so the connection does not close by itself.
      response.once('close', () => setImmediate(() => servers.closeIdleConnections()));
    }
    closing.abort();
    timer = setTimeout(() => {
      log.warn({ requests: exchanges.inFlight.size }, 'requests interrupted by the shutdown');
      servers.cut();
    }, limits.shutdownTimeoutMs);
    stopped = servers.stop();
    done();
  });
  app.addHook('onClose', async () => {
    await stopped;
    clearTimeout(timer);
  });
}
