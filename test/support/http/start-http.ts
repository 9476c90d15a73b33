import type { TestContext } from 'node:test';
import { silentMetrics } from '../../../src/base/metrics.ts';
import { createApp, type App, type AppNeeds } from '../../../src/http/app.ts';
import { listen } from '../../../src/http/listen.ts';
import { createLog } from '../../../src/http/log.ts';
import { LIMITS } from '../limits.ts';

export interface HttpUnderTest {
  readonly app: App;
  readonly port: number;
  readonly url: string;
  /** Every line the app has logged, parsed. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/** An app with the given endpoints on a port of its own, closed with the test. */
export async function startHttp(
  t: TestContext,
  mount: (app: App) => void,
  needs: Partial<Omit<AppNeeds, 'limits'>> & { limits?: Partial<AppNeeds['limits']> } = {},
): Promise<HttpUnderTest> {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = createLog({
    level: 'debug',
    stream: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const limits = { ...LIMITS.http, ...needs.limits };
  const app = createApp({ log, metrics: silentMetrics, ...needs, limits });
  mount(app);
  t.after(() => app.close());
  const port = await listen(app, { host: '127.0.0.1', port: 0 });
  return { app, port, url: `http://127.0.0.1:${port}`, lines };
}
