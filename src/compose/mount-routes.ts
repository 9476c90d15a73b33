import { fileURLToPath } from 'node:url';
import { systemClock } from '../base/clock.ts';
import { createRefusalNotes } from '../guard/access/index.ts';
import { createLimitQuota, createLimitRate, type QuotaMeter } from '../guard/limits/index.ts';
import { type App, createApp } from '../http/app.ts';
import { redirectHomeToDocs } from '../http/docs/docs-routes.ts';
import { loadWebApp } from '../http/web-app/load-web-app.ts';
import { webAppRoutes } from '../http/web-app/web-app-routes.ts';
import { platformRoutes } from '../http/platform-routes.ts';
import type { OpenRoom } from '../room.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { Access, Node } from './node.ts';
import { checksOf } from './open-engines.ts';
import { versionOf } from './version-of.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Every node answers for its health; the rest of the API is a role. */
export function mountRoutes(
  node: Node,
  access: Access,
  quota: QuotaMeter,
  rooms: readonly OpenRoom[],
): App {
  const { config, engines, log, metrics, opened } = node;
  const { counters } = engines;
  const clock = systemClock;
  const guard = {
    authenticate: access.authenticate,
    noteRefusal: createRefusalNotes({ ...engines, clock, log }),
    limitRate: createLimitQuota(
      { meter: quota, clock, noteRefused: (one) => node.gaps?.overQuota(one) },
      createLimitRate({
        counters,
        rates: config.rates,
        limits: config.limits.rates,
        readSession: access.accounts.readSession,
        presentsSession: access.accounts.presentsSession,
      }),
    ),
  };
  const hasApi = config.roles.includes('api');
  const webApp = hasApi ? loadWebApp(config.http.webRoot ?? WEB_ROOT, config.statusUrl) : undefined;
  const { token } = config.metrics;
  const operator = token === undefined ? {} : { operatorToken: token };
  const app = createApp({
    log,
    metrics,
    guard,
    limits: config.limits.http,
    trustedProxies: config.http.trustedProxies,
    isHttps: config.http.isCookieSecure,
    ...(webApp === undefined ? {} : { webApp }),
    ...operator,
  });
  opened.defer(() => app.close());
  const checks = checksOf(engines);
  for (const room of rooms) Object.assign(checks, room.checks);
  const facts = { version: versionOf(), clock, checks, metrics, limits: config.limits.http };
  platformRoutes(app, { ...facts, ...operator, endpoints: ENDPOINTS });
  if (webApp === undefined) redirectHomeToDocs(app);
  else {
    const pages = rooms.flatMap((room) => room.pages ?? []);
    webAppRoutes(app, webApp, pages);
  }
  if (hasApi) for (const { routes } of rooms) routes?.(app);
  return app;
}
