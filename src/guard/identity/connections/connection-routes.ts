import { AppError } from '../../../base/errors.ts';
import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as signIn from '../../../contract/connection-sign-in.ts';
import * as contract from '../../../contract/connections.ts';
import type { App } from '../../../http/app.ts';
import type { Reply, Request } from '../../../http/gate.ts';
import type { ConnectionNeeds } from '../identity-needs.ts';
import { clearedFlowCookie, readFlowCookie, setFlowCookie } from './flow-cookie.ts';
import {
  changeConnection,
  createConnection,
  deleteConnection,
  listConnections,
  readConnection,
} from './manage-connections.ts';
import { readTest, startTest } from './note-test.ts';
import { findConnections, finishSignIn, startSignIn } from './sign-in.ts';

export function connectionRoutes(app: App, needs: ConnectionNeeds): void {
  app.route({
    ...contract.listConnections,
    handler: async ({ actor, query }) =>
      pageOfWhole(await listConnections(needs, actor), query, ({ id }) => id),
  });
  app.route({
    ...contract.readConnection,
    handler: async ({ actor, params }) => ({ data: await readConnection(needs, actor, params.id) }),
  });
  app.route({
    ...contract.createConnection,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createConnection(needs, actor, body) }),
  });
  app.route({
    ...contract.changeConnection,
    handler: async ({ actor, params, body }) => ({
      data: await changeConnection(needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteConnection,
    handler: async ({ actor, params }) => {
      await deleteConnection(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.testConnection,
    handler: async ({ actor, params }, reply) => {
      const { url, browser } = await startTest(needs, actor, params.id);
      setFlowCookie(needs, reply, browser);
      return { data: { url } };
    },
  });
  app.route({
    ...contract.readConnectionTest,
    handler: async ({ actor, params }) => ({ data: await readTest(needs, actor, params.id) }),
  });
  signInRoutes(app, needs);
}

function signInRoutes(app: App, needs: ConnectionNeeds): void {
  app.route({
    ...signIn.findConnections,
    handler: async ({ query }) => ({ connections: await findConnections(needs, query.domain) }),
  });
  app.route({
    ...signIn.startConnection,
    handler: async (request, reply) =>
      orSignInPage(needs, request, reply, async () => {
        const { params, query } = request;
        const begun = await startSignIn(needs, params.connection, query.returnTo ?? '/');
        setFlowCookie(needs, reply, begun.browser);
        return begun.url;
      }),
  });
  app.route({
    ...signIn.connectionCallback,
    handler: async (request, reply) =>
      orSignInPage(needs, request, reply, async () => {
        const { connection } = request.params;
        const visit = visitOf(request);
        const query = request.url.slice(request.url.indexOf('?') + 1);
        const browser = readFlowCookie(needs, request);
        const { state } = request.query;
        const back = { connection, state, browser, query };
        const { path, cookies } = await finishSignIn(needs, visit, back);
        reply.header('set-cookie', [...cookies, clearedFlowCookie(needs)]);
        return path;
      }),
  });
}

/** A person sees the reason on the sign-in page, with a reference for support; a program gets the usual error. */
export async function orSignInPage(
  { access }: ConnectionNeeds,
  request: Request,
  reply: Reply,
  findUrl: () => Promise<string>,
): Promise<Reply> {
  let url: string;
  try {
    url = await findUrl();
  } catch (error) {
    const isPerson = request.headers.accept?.includes('text/html') === true;
    if (!isPerson || !(error instanceof AppError)) throw error;
    const told = new URLSearchParams({ error: error.code, reference: request.id });
    url = `${access.publicOrigin()}/sign-in?${told.toString()}`;
  }
  return reply.redirect(url);
}

export function visitOf({ ip, headers }: Pick<Request, 'ip' | 'headers'>) {
  return { ipAddress: ip, userAgent: headers['user-agent'] ?? '' };
}
