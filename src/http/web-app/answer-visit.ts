import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendStatic } from '../static-answer.ts';
import type { WebApp } from './load-web-app.ts';

/** Where no route is, a visitor gets the app, which knows more addresses. Undefined for everybody else. */
export function answerVisit(
  webApp: WebApp | undefined,
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> | undefined {
  if (webApp === undefined || !isPageVisit(request)) return undefined;
  return sendStatic(request, reply.headers(headers), webApp.page);
}

const PROGRAM_PATHS =
  /^\/(api|v1|services\/collector|loki|elasticsearch|assets|docs|health|ready|metrics)(\/|\?|$)/;

/** Whether somebody opens an address in a browser, rather than a program calling one that is not there. */
function isPageVisit({ method, headers, url }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && /\btext\/html\b/.test(headers.accept ?? '') && !PROGRAM_PATHS.test(url);
}
