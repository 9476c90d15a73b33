import { readFileSync } from 'node:fs';
import * as platform from '../../contract/platform.ts';
import type { App } from '../app.ts';
import type { OpenApi } from '../openapi.ts';
import { sendStatic, staticAnswer, type StaticAnswer } from '../static-answer.ts';
import { docsPage } from './docs-page.ts';

const STATIC = { permission: 'public', rate: 'none', body: 'none' } as const;
/** In the order they apply. */
const STYLES = ['./docs.css', './docs-endpoints.css', './docs-narrow.css'];

/** The page, and the two files it needs. All of it is made once, when the server starts. */
export function docsRoutes(app: App, document: OpenApi, bodyBytesMax: number): void {
  const page = staticAnswer('text/html; charset=utf-8', docsPage(document, bodyBytesMax));
  app.route({
    ...platform.getDocs,
    handler: async (request, reply) => sendStatic(request, reply, page),
  });
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

function mountFile(app: App, url: string, answer: StaticAnswer): void {
  app.route({
    method: 'GET',
    url,
    config: STATIC,
    handler: async (request, reply) => sendStatic(request, reply, answer),
  });
}

/** Several files become one. */
function fileAnswer(type: string, names: readonly string[]): StaticAnswer {
  const texts = names.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'));
  return staticAnswer(type, texts.join('\n'));
}
