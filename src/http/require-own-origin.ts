import { AppError } from '../base/errors.ts';
import type { Request } from './gate.ts';

/** A cookie travels with requests that other pages make; what changes something must come from ours. */
export function requireOwnOrigin(publicOrigin: string, request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeign =
    (origin !== undefined && origin !== publicOrigin) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (isForeign) throw new AppError('FORBIDDEN', 'Cross-origin request refused.');
}
