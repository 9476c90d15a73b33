import { test } from 'node:test';
import { startTwoNodes } from '../support/programs/start-two-nodes.ts';
import { withoutClickhouse } from '../support/store/without-clickhouse.ts';
import { alertSuite } from './an-alert.suite.ts';

const PLACE = 'two nodes on PostgreSQL, NATS, Redis and ClickHouse';
const skip = withoutClickhouse();

if (skip === false) {
  alertSuite(PLACE, async (t, environment) => (await startTwoNodes(t, environment))?.app.url);
} else test(PLACE, { skip }, () => {});
