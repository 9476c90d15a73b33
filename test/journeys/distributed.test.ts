import { startTwoNodes } from '../support/start-two-nodes.ts';
import { ADMIN_ENVIRONMENT, logLineSuite } from './a-log-line.suite.ts';

logLineSuite('two nodes with roles of their own on shared engines', async (t) => {
  const nodes = await startTwoNodes(t, ADMIN_ENVIRONMENT);
  return nodes?.app.url;
});
