import type { Clock } from '../base/clock.ts';
import type { EngineHealth } from '../base/health.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import * as platform from '../contract/platform.ts';
import type { Limits } from '../spec/limits.ts';
import type { App } from './app.ts';
import { isOperatorsRequest } from './gate.ts';
import { docsRoutes } from './docs/docs-routes.ts';

export interface PlatformNeeds {
  readonly version: string;
  readonly clock: Clock;
  /** Every engine this node uses, by name. */
  readonly checks: Readonly<Record<string, () => Promise<EngineHealth>>>;
  readonly metrics: { text(): Promise<string>; readonly contentType: string };
  readonly limits: Limits['http'];
  /** Of the whole product, for its document; by name. */
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** Grants access to the notes of `/ready`; without it they are shown only to this machine. */
  readonly operatorToken?: string;
}

export function platformRoutes(app: App, needs: PlatformNeeds): void {
  const startedAt = needs.clock.now();

  app.route({
    ...platform.getHealth,
    handler: async () => ({
      data: {
        status: 'alive' as const,
        version: needs.version,
        uptimeSeconds: Math.floor((needs.clock.now() - startedAt) / 1_000),
      },
    }),
  });
  app.route({
    ...platform.getReadiness,
    handler: async (request, reply) => {
      const readiness = await checkAll(needs);
      const isOperator = isOperatorsRequest(needs.operatorToken, request);
      const data = isOperator ? readiness : withoutNotes(readiness);
      return reply.code(readiness.ready ? 200 : 503).send({ data });
    },
  });
  app.route({
    ...platform.getMetrics,
    handler: async (_request, reply) =>
      reply.type(needs.metrics.contentType).send(await needs.metrics.text()),
  });
  docsRoutes(app, needs.endpoints, needs.version, needs.limits.bodyBytesMax);
}

/** The states are public; the messages of a mail server or a database are only for the operator. */
function withoutNotes({ ready, engines }: platform.Readiness): platform.Readiness {
  const states = Object.entries(engines).map(([name, { state }]) => [name, { state }] as const);
  return { ready, engines: Object.fromEntries(states) };
}

async function checkAll(needs: PlatformNeeds): Promise<platform.Readiness> {
  const entries = await Promise.all(
    Object.entries(needs.checks).map(async ([name, check]) => {
      return [name, await checkOne(check, needs.limits.readyCheckTimeoutMs)] as const;
    }),
  );
  const isReady = entries.every(([, { state }]) => state !== 'down');
  return { ready: isReady, engines: Object.fromEntries(entries) };
}

/** An engine that throws or does not answer in time is down; what it threw is for its own log. */
async function checkOne(
  check: () => Promise<EngineHealth>,
  timeoutMs: number,
): Promise<EngineHealth> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<EngineHealth>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'down', note: 'Timed out.' }), timeoutMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return { state: 'down', note: 'The check failed.' };
  } finally {
    clearTimeout(timer);
  }
}
