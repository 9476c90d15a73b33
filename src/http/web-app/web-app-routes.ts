import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { App } from '../app.ts';
import { sendStatic } from '../static-answer.ts';
import type { WebApp } from './load-web-app.ts';

/** A browser keeps these: another content has another name. */
const FOREVER = 'public, max-age=31536000, immutable';

/** An address of the app that other sites may show in a frame. */
export interface FramedPage {
  /** With one parameter, `:id`. */
  readonly url: string;
  /** The allowed origins; empty for an unknown id. */
  readonly framedBy: (id: string) => Promise<readonly string[]>;
}

export function webAppRoutes(app: App, webApp: WebApp, pages: readonly FramedPage[] = []): void {
  // Files in memory count nowhere; what looks something up counts.
  const config = { permission: 'public', rate: 'none', body: 'none', answer: 'app' } as const;
  const looked = { ...config, rate: 'public' } as const;
  app.route({
    method: 'GET',
    url: '/',
    config,
    handler: async (request, reply) => sendStatic(request, reply, webApp.page),
  });
  for (const { url, framedBy } of pages) {
    app.route<{ Params: { id: string } }>({
      method: 'GET',
      url,
      config: looked,
      handler: async (request, reply) => {
        allowFrames(reply, await framedBy(request.params.id));
        return sendStatic(request, reply.header('x-robots-tag', 'noindex'), webApp.page);
      },
    });
  }
  for (const [url, answer] of webApp.files) {
    const handler = async (request: FastifyRequest, reply: FastifyReply) =>
      sendStatic(request, reply, answer);
    app.route({ method: 'GET', url, config, handler });
  }
  app.route<{ Params: { file: string } }>({
    method: 'GET',
    url: '/assets/:file',
    config,
    handler: async (request, reply) => {
      const answer = webApp.assets.get(request.params.file);
      if (answer === undefined) {
        throw new AppError('NOT_FOUND', 'This file belongs to another release. Reload the page.');
      }
      return sendStatic(request, reply, answer, FOREVER);
    },
  });
}

const NOBODY = "frame-ancestors 'none'";

/** Everything else of the policy stays. The older header knows no list, so it goes where there is one. */
function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const policy = String(reply.getHeader('content-security-policy'));
  const ancestors = `frame-ancestors ${origins.join(' ')}`;
  void reply.header(
    'content-security-policy',
    policy.replace(NOBODY, () => ancestors),
  );
  reply.removeHeader('x-frame-options');
}
