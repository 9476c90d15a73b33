import type { TestContext } from 'node:test';
import { Type } from 'typebox';
import { silentLog } from '../../../src/base/log.ts';
import { silentMetrics } from '../../../src/base/metrics.ts';
import type { EndpointBody } from '../../../src/contract/endpoint.ts';
import { getHealth, getMetrics, getOpenApi, getReadiness } from '../../../src/contract/platform.ts';
import { fields } from '../../../src/contract/schema.ts';
import { createApp, type App } from '../../../src/http/app.ts';
import { createMetrics } from '../../../src/http/metrics.ts';
import { platformRoutes } from '../../../src/http/platform-routes.ts';
import { stopGracefully } from '../../../src/http/stop-gracefully.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { startHttp } from '../../support/http/start-http.ts';
import { isGivenUpWithin, passTime, silence, stopTime } from '../observe.ts';
import { probe, type ProbesOf } from '../probe.ts';

const BODY = JSON.stringify({ text: 'x'.repeat(2_000) });

/** The status that a body of some 2,000 bytes gets. */
function statusOfBody(body: EndpointBody) {
  return async (limits: Limits, t: TestContext): Promise<number> => {
    const schema = body === 'raw' ? {} : { schema: { body: fields({ text: Type.String() }) } };
    const { url } = await startHttp(
      t,
      (app) =>
        void app.route({
          method: 'POST',
          url: '/take',
          config: { permission: 'public', rate: 'none', body },
          ...schema,
          handler: async () => ({}),
        }),
      { limits: limits.http },
    );
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${url}/take`, { method: 'POST', headers, body: BODY })).status;
  };
}

function started(limits: Limits, t: TestContext) {
  return startHttp(
    t,
    (app) =>
      void app.route({
        method: 'GET',
        url: '/',
        config: { permission: 'public', rate: 'none', body: 'none' },
        handler: async () => ({}),
      }),
    { limits: limits.http },
  );
}

async function statusOfHeaders(limits: Limits, t: TestContext): Promise<number> {
  const { url } = await started(limits, t);
  return (await fetch(url, { headers: { 'x-long': 'x'.repeat(2_000) } })).status;
}

async function keepAlive(limits: Limits, t: TestContext): Promise<string | null> {
  const { url } = await started(limits, t);
  return (await fetch(url)).headers.get('keep-alive');
}

/** An app without a port, since it is only told what to do. */
function appWith(limits: Limits, t: TestContext): App {
  const guard = { authenticate: () => ({}), limitRate: () => {} };
  const app = createApp({ log: silentLog, metrics: silentMetrics, limits: limits.http, guard });
  t.after(() => app.close());
  return app;
}

/** Whether a check that never ends is given up within 100 ms. */
function isReadinessTold(limits: Limits, t: TestContext): Promise<boolean> {
  const app = appWith(limits, t);
  const checks = { store: silence };
  const endpoints = { getHealth, getMetrics, getOpenApi, getReadiness };
  const facts = { version: '1', clock: fakeClock(), metrics: createMetrics(), endpoints };
  platformRoutes(app, { ...facts, checks, limits: limits.http });
  return isGivenUpWithin(t, 100, async () => app.inject('/ready'));
}

/** Whether requests that do not end are cut off after 100 ms. */
async function isCutOff({ http: limits }: Limits, t: TestContext): Promise<boolean> {
  stopTime(t);
  let isCut = false;
  let stop = (): void => {};
  const servers = {
    create: () => {
      throw new Error('nothing is opened here');
    },
    stop: silence,
    closeIdleConnections: () => {},
    cut: () => void (isCut = true),
  };
  const addHook = (name: string, hook: (done: () => void) => unknown): void => {
    if (name === 'preClose') stop = () => void hook(() => {});
  };
  // Only the hooks of an app are asked for here.
  const app = { addHook } as unknown as Parameters<typeof stopGracefully>[0];
  const exchanges = { inFlight: new Set() } as unknown as Parameters<
    typeof stopGracefully
  >[1]['exchanges'];
  const closing = new AbortController();
  stopGracefully(app, { log: silentLog, limits, exchanges, servers, closing });
  stop();
  await passTime(t, 100);
  return isCut;
}

export const HTTP_PROBES: ProbesOf<'http'> = {
  http: {
    bodyBytesMax: probe(statusOfBody('raw'), [1_000, 413], [3_000, 200]),
    accountBodyBytesMax: probe(statusOfBody('account'), [1_000, 413], [3_000, 200]),
    managementBodyBytesMax: probe(statusOfBody('management'), [1_000, 413], [3_000, 200]),
    headerBytesMax: probe(statusOfHeaders, [1_000, 431], [4_000, 200]),
    headersTimeoutMs: probe(
      (limits, t) => appWith(limits, t).server.headersTimeout,
      [5_000, 5_000],
      [7_000, 7_000],
    ),
    requestTimeoutMs: probe(
      (limits, t) => appWith(limits, t).server.requestTimeout - limits.http.lingerMs,
      [50_000, 50_000],
      [70_000, 70_000],
    ),
    keepAliveTimeoutMs: probe(keepAlive, [3_000, 'timeout=3'], [9_000, 'timeout=9']),
    readyCheckTimeoutMs: probe(isReadinessTold, [50, true], [200, false]),
    shutdownTimeoutMs: probe(isCutOff, [50, true], [200, false]),
  },
};
