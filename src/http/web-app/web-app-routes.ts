import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { App } from '../app.ts';
import { sendStatic } from '../static-answer.ts';
import type { WebApp } from './load-web-app.ts';

/** A browser keeps these: another content has another name. */
const FOREVER = 'public, max-age=31536000, immutable';

export function webAppRoutes(app: App, webApp: WebApp): void {
  const config = { permission: 'public', rate: 'none', body: 'none', answer: 'app' } as const;
  app.route({
    method: 'GET',
    url: '/',
    config,
    handler: async (request, reply) => sendStatic(request, reply, webApp.page),
  });
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
        throw new AppError('NOT_FOUND', 'This file is of another release. Load the page again.');
      }
      return sendStatic(request, reply, answer, FOREVER);
    },
  });
}
