import { invalid } from '../../../base/errors.ts';
import { isReturnPath } from '../../../contract/account-fields.ts';
import * as contract from '../../../contract/connection-sign-in.ts';
import type { App } from '../../../http/app.ts';
import { rawBody } from '../../../http/body-parser.ts';
import type { Request } from '../../../http/gate.ts';
import { clearedFlowCookie, readFlowCookie, setFlowCookie } from '../connections/flow-cookie.ts';
import { orSignInPage, visitOf } from '../connections/connection-routes.ts';
import type { ConnectionNeeds } from '../identity-needs.ts';
import {
  confirmSaml,
  finishSaml,
  readConfirmation,
  receiveResponse,
  type SamlForm,
  showMetadata,
  startSaml,
} from './saml-sign-in.ts';

export function samlRoutes(app: App, needs: ConnectionNeeds): void {
  app.route({
    ...contract.startSaml,
    handler: async (request, reply) =>
      orSignInPage(needs, request, reply, async () => {
        const { params, query } = request;
        const begun = await startSaml(needs, params.connection, query.returnTo ?? '/');
        setFlowCookie(needs, reply, begun.browser);
        return begun.url;
      }),
  });
  app.route({
    ...contract.samlMetadata,
    handler: async ({ params }, reply) =>
      reply.type('application/samlmetadata+xml').send(await showMetadata(needs, params.connection)),
  });
  app.route({
    ...contract.samlResponse,
    handler: async (request, reply) =>
      orSignInPage(needs, request, reply, async () =>
        receiveResponse(needs, visitOf(request), request.params.connection, readForm(request)),
      ),
  });
  app.route({
    ...contract.finishSaml,
    handler: async (request, reply) =>
      orSignInPage(needs, request, reply, async () => {
        const { connection } = request.params;
        const back = { code: request.query.code, browser: readFlowCookie(needs, request) };
        const { path, cookies } = await finishSaml(needs, visitOf(request), connection, back);
        reply.header('set-cookie', [...cookies, clearedFlowCookie(needs)]);
        return path;
      }),
  });
  confirmationRoutes(app, needs);
}

function confirmationRoutes(app: App, needs: ConnectionNeeds): void {
  app.route({
    ...contract.readSamlConfirmation,
    handler: async ({ params, query }) => readConfirmation(needs, params.connection, query.code),
  });
  app.route({
    ...contract.confirmSaml,
    handler: async (request, reply) => {
      const { params, body } = request;
      const visit = visitOf(request);
      const { path, cookies } = await confirmSaml(needs, visit, params.connection, body.code);
      return reply.header('set-cookie', [...cookies]).send({ returnTo: path });
    },
  });
}

/** Each field once: of two, some would read the first and some the last. */
function readForm(request: Request): SamlForm {
  if (request.mediaType !== 'application/x-www-form-urlencoded') {
    throw invalid('', 'Send the response as a form (application/x-www-form-urlencoded).');
  }
  const form = new URLSearchParams(rawBody(request).toString('latin1'));
  const [response, second] = form.getAll('SAMLResponse');
  if (response === undefined || second !== undefined) {
    throw invalid('SAMLResponse', 'The form needs exactly one SAMLResponse.');
  }
  const relayed = form.get('RelayState') ?? '/';
  return { response, returnPath: isReturnPath(relayed) ? relayed : '/' };
}
