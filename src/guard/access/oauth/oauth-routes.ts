import * as contract from '../../../contract/oauth.ts';
import type { App } from '../../../http/app.ts';
import { rawBody } from '../../../http/body-parser.ts';
import type { ErrorForm } from '../../../http/error-answer.ts';
import { OAUTH_SCOPES } from '../../../spec/roles.ts';
import { decideRequest, showRequest } from './consent.ts';
import { exchangeToken } from './exchange.ts';
import type { OauthNeeds } from './oauth-needs.ts';
import { resourceOf } from './read-request.ts';

export function oauthRoutes(app: App, needs: OauthNeeds): void {
  const describeResource = () => ({
    resource: resourceOf(needs.publicOrigin()),
    authorization_servers: [needs.publicOrigin()],
    scopes_supported: [...OAUTH_SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: 'Xplain',
  });
  app.route({ ...contract.readProtectedResource, handler: describeResource });
  app.route({ ...contract.readMcpResource, handler: describeResource });
  app.route({
    ...contract.readAuthorizationServer,
    handler: () => describeServer(needs.publicOrigin()),
  });
  app.route({
    ...contract.readAuthorization,
    handler: async ({ actor, body }) => ({ data: await showRequest(needs, actor, body.query) }),
  });
  app.route({
    ...contract.decideAuthorization,
    handler: async ({ actor, body }) => ({ data: await decideRequest(needs, actor, body) }),
  });
  app.route({
    ...contract.exchangeToken,
    config: { ...contract.exchangeToken.config, errorForm: tellClient },
    handler: async (request, reply) => {
      const origin = {
        ipAddress: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
      };
      const body = rawBody(request).toString('utf8');
      const issued = await exchangeToken(needs, body, origin);
      return reply.header('cache-control', 'no-store').send(issued);
    },
  });
}

function describeServer(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/api/auth/oauth/token`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: [...OAUTH_SCOPES],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/** Error format of RFC 6749. */
const tellClient: ErrorForm = (error, usual) => {
  if (usual.status !== 400) return usual;
  const { oauth = 'invalid_request' } = error.facts.fields ?? {};
  const body = JSON.stringify({ error: oauth, error_description: error.message });
  return { ...usual, headers: { ...usual.headers, 'cache-control': 'no-store' }, body };
};
