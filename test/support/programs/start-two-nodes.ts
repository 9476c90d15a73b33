import type { TestContext } from 'node:test';
import { type RunningApp, startApp } from './start-app.ts';
import { startClickhouse, type TestClickhouse } from '../store/start-clickhouse.ts';
import { startNats } from './start-nats.ts';
import { startPostgres } from '../metadata/start-postgres.ts';
import { startRedis } from './start-redis.ts';

export interface TwoNodes {
  /** The node that answers requests; it writes nothing. */
  readonly app: RunningApp;
  readonly store: TestClickhouse;
}

/** Two nodes with roles of their own on shared engines; undefined where one of these is missing. */
export async function startTwoNodes(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
): Promise<TwoNodes | undefined> {
  const store = await startClickhouse();
  t.after(() => store[Symbol.asyncDispose]());
  const app = await startNodesOn(t, environment, store.url);
  return app === undefined ? undefined : { app, store };
}

/** The same on a ClickHouse that runs already; answers with the node that answers requests. */
export async function startNodesOn(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
  storeUrl: string,
): Promise<RunningApp | undefined> {
  const [database, nats, redis] = [await startPostgres(t), await startNats(t), await startRedis(t)];
  if (database === undefined || nats === undefined || redis === undefined) return undefined;
  const shared = {
    ...environment,
    XPLAIN_DATABASE_URL: database.url,
    XPLAIN_NATS_URL: nats.url,
    XPLAIN_REDIS_URL: redis.url,
    XPLAIN_CLICKHOUSE_URL: storeUrl,
    XPLAIN_SECRET: 'a-secret-that-both-nodes-share-0123456789',
  };
  const app = await startApp(t, { ...shared, XPLAIN_ROLES: 'api', XPLAIN_NODE_ID: 'api-1' });
  const roles = { XPLAIN_ROLES: 'writer,scheduler', XPLAIN_NODE_ID: 'writer-1' };
  await startApp(t, { ...shared, ...roles });
  return app;
}
