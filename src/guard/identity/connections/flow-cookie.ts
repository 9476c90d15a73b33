import type { Reply, Request } from '../../../http/gate.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';

/** Binds a sign-in to the browser in which it began: no other browser can complete it. */
interface Needs {
  readonly isCookieSecure: boolean;
}

export function setFlowCookie(needs: Needs, reply: Reply, value: string): void {
  const { flowMsMax } = LIMITS.identity;
  reply.header('set-cookie', cookieOf(needs, value, flowMsMax / SECOND_MS));
}

export function clearedFlowCookie(needs: Needs): string {
  return cookieOf(needs, '', 0);
}

export function readFlowCookie(needs: Needs, { headers }: Request): string | undefined {
  const start = `${nameOf(needs)}=`;
  const parts = (headers.cookie ?? '').split(';').map((part) => part.trim());
  const value = parts.find((part) => part.startsWith(start))?.slice(start.length);
  return value === undefined || !/^[A-Za-z0-9]{43}$/.test(value) ? undefined : value;
}

/** Browsers accept a `__Host-` cookie only from this exact host, over https, for all of its paths. */
function nameOf({ isCookieSecure }: Needs): string {
  return `${isCookieSecure ? '__Host-' : ''}xplain.sign_in`;
}

/** Lax: it comes along when the provider sends the browser back, and with nothing that other pages load. */
function cookieOf(needs: Needs, value: string, maxAgeSeconds: number): string {
  const secure = needs.isCookieSecure ? '; Secure' : '';
  return `${nameOf(needs)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
