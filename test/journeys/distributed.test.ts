import { test } from 'node:test';
import { startTwoNodes } from '../support/programs/start-two-nodes.ts';
import { withoutClickhouse } from '../support/store/without-clickhouse.ts';
import { ADMIN_ENVIRONMENT, logLineSuite } from './a-log-line.suite.ts';

const PLACE = 'two nodes with roles of their own on shared engines';
const skip = withoutClickhouse();

if (skip === false) {
  logLineSuite(PLACE, async (t) => {
    const nodes = await startTwoNodes(t, ADMIN_ENVIRONMENT);
    return nodes?.app.url;
  });
} else test(PLACE, { skip }, () => {});
