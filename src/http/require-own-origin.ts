import { AppError } from '../base/errors.ts';
import type { Request } from './gate.ts';
import { isLoopbackHost } from './loopback-host.ts';

/**
 * Cookies are also sent with requests from other sites; a request that changes something must come from our own origin.
 */
export function requireOwnOrigin(publicOrigin: string, request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeign =
    (origin !== undefined && origin !== publicOrigin) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (isForeign) throw new AppError('FORBIDDEN', 'Cross-origin request refused.');
}

/**
 * A site can point its own name at our address, so that the browser of a person with access to us calls us for it, with
 * that site as the host. On this machine our local names are accepted too.
 */
export function requireOwnHost(publicOrigin: string, request: Request): void {
  const { host } = request;
  const isHere = isLoopbackHost(host) && isLoopbackAddress(request.socket.localAddress ?? '');
  if (host !== new URL(publicOrigin).host && !isHere) {
    throw new AppError('FORBIDDEN', 'The Host header does not name this server.');
  }
  const { origin } = request.headers;
  if (origin !== undefined && origin !== publicOrigin) {
    throw new AppError('FORBIDDEN', 'Cross-origin request refused.');
  }
}

function isLoopbackAddress(address: string): boolean {
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
}
