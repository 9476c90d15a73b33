import { startApp } from '../support/start-app.ts';
import { startClickhouse } from '../support/start-clickhouse.ts';
import { startNats } from '../support/start-nats.ts';
import { startPostgres } from '../support/start-postgres.ts';
import { startRedis } from '../support/start-redis.ts';
import { ADMIN_ENVIRONMENT, logLineSuite } from './a-log-line.suite.ts';

logLineSuite('two nodes with roles of their own on shared engines', async (t) => {
  const [database, nats, redis] = [await startPostgres(t), await startNats(t), await startRedis(t)];
  if (database === undefined || nats === undefined || redis === undefined) return undefined;
  const clickhouse = await startClickhouse();
  t.after(() => clickhouse[Symbol.asyncDispose]());
  const engines = {
    XPLAIN_DATABASE_URL: database.url,
    XPLAIN_NATS_URL: nats.url,
    XPLAIN_REDIS_URL: redis.url,
    XPLAIN_CLICKHOUSE_URL: clickhouse.url,
    XPLAIN_SECRET: 'a-secret-that-both-nodes-share-0123456789',
  };
  const api = { ...engines, ...ADMIN_ENVIRONMENT, XPLAIN_ROLES: 'api', XPLAIN_NODE_ID: 'api-1' };
  const app = await startApp(t, api);
  await startApp(t, { ...engines, XPLAIN_ROLES: 'writer,scheduler', XPLAIN_NODE_ID: 'writer-1' });
  return app.url;
});
