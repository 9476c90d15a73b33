import { startApp } from '../support/programs/start-app.ts';
import { ADMIN_ENVIRONMENT, logLineSuite } from './a-log-line.suite.ts';

logLineSuite('one process on embedded engines', async (t) => {
  const app = await startApp(t, ADMIN_ENVIRONMENT);
  return app.url;
});
