import type { Request } from '../../http/gate.ts';
import type { Visit } from './account-needs.ts';

export function visitOf(request: Request): Visit {
  return { ipAddress: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}

/** Only what better-auth needs: a forged header of another kind never reaches it. */
export function headersOf(request: Request): Headers {
  const { cookie } = request.headers;
  return new Headers(cookie === undefined ? {} : { cookie });
}
