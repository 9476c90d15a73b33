import { AppError } from '../../../base/errors.ts';
import type { AuthorizationScheme, EndpointConfig } from '../../../contract/endpoint.ts';
import type { Request } from '../../../http/gate.ts';
import { OAUTH_TOKEN_PREFIX, TOKEN_PREFIX } from '../../../spec/roles.ts';

/** The key or token of a request; undefined if it has none, so that a session can be used. */
export function presentedValue(request: Request, config: EndpointConfig): string | undefined {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const value =
      /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? foreignValue(authorization, config);
    if (value !== undefined) return value;
    throw new AppError('UNAUTHORIZED', 'Send the credential as "Authorization: Bearer <value>".');
  }
  const header = request.headers['x-api-key'];
  if (typeof header !== 'string' || header === '') return undefined;
  const isToken = [TOKEN_PREFIX, OAUTH_TOKEN_PREFIX].some((prefix) => header.startsWith(prefix));
  if (!isToken) return header;
  throw new AppError('UNAUTHORIZED', 'Send an access token as "Authorization: Bearer <value>".');
}

/** Credential formats of other products, at endpoints compatible with them. */
function foreignValue(authorization: string, { schemes }: EndpointConfig): string | undefined {
  if (schemes === undefined) return undefined;
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
  const known = schemes.find((each) => each === scheme.toLowerCase());
  return known === undefined ? undefined : unwrapped(known, value);
}

function unwrapped(scheme: AuthorizationScheme, value: string): string {
  switch (scheme) {
    case 'splunk':
      return value;
    case 'apikey':
      // Elasticsearch expects base64 of `id:key`; many people send the plain key.
      return value.startsWith('xp') ? value : behindColon(value);
    case 'basic':
      return behindColon(value);
  }
}

/** The user name is ignored: the key alone identifies the caller. */
function behindColon(base64: string): string {
  const text = Buffer.from(base64, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}
