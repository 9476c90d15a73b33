import { readFileSync } from 'node:fs';
import { runStepsInTurns } from '../../base/steps.ts';
import { lazy } from '../../base/lazy.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import * as platform from '../../contract/platform.ts';
import type { App } from '../app.ts';
import { clientText } from '../api-client.ts';
import { openApiSteps } from '../openapi.ts';
import { sendStatic, staticAnswer, type StaticAnswer } from '../static-answer.ts';
import { docsPageSteps } from './docs-page.ts';

/** Maximum delay of other requests while the page is being built. */
const SLICE_MS = 5;
const STATIC = { permission: 'public', rate: 'none', body: 'none' } as const;
/** In the order they apply. */
const STYLES = ['./docs.css', './docs-endpoints.css', './docs-narrow.css'];

/** The document, the client and the page, for people and programs, and the two files the page needs. */
export function docsRoutes(
  app: App,
  endpoints: Readonly<Record<string, Endpoint>>,
  version: string,
  bodyBytesMax: number,
): void {
  // Few servers ever serve them, and building both takes a considerable part of startup.
  const document = lazy(() => runStepsInTurns(openApiSteps(endpoints, version), SLICE_MS));
  const openApi = lazy(async () =>
    staticAnswer('application/json; charset=utf-8', JSON.stringify(await document())),
  );
  const page = lazy(async () => {
    const steps = docsPageSteps(await document(), bodyBytesMax);
    return staticAnswer('text/html; charset=utf-8', await runStepsInTurns(steps, SLICE_MS));
  });
  app.route({
    ...platform.getOpenApi,
    handler: async (request, reply) => sendStatic(request, reply, await openApi()),
  });
  app.route({
    ...platform.getDocs,
    handler: async (request, reply) => sendStatic(request, reply, await page()),
  });
  const client = lazy(async () =>
    staticAnswer('text/plain; charset=utf-8', clientText(await document())),
  );
  mountFile(app, '/docs/client.ts', client);
  mountFile(app, '/docs/docs.css', fileAnswer('text/css; charset=utf-8', STYLES));
  mountFile(app, '/docs/docs.js', fileAnswer('text/javascript; charset=utf-8', ['./docs.mjs']));
}

/** Where the web app is not built, people who open the address find the reference. */
export function redirectHomeToDocs(app: App): void {
  app.route({
    method: 'GET',
    url: '/',
    config: STATIC,
    handler: async (_request, reply) => reply.redirect(platform.getDocs.url),
  });
}

function mountFile(app: App, url: string, answer: () => Promise<StaticAnswer>): void {
  app.route({
    method: 'GET',
    url,
    config: STATIC,
    handler: async (request, reply) => sendStatic(request, reply, await answer()),
  });
}

/** Several files become one. */
function fileAnswer(type: string, names: readonly string[]): () => Promise<StaticAnswer> {
  const texts = names.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'));
  const answer = staticAnswer(type, texts.join('\n'));
  return async () => answer;
}
