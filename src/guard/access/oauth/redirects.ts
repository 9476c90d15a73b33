/** Where a code may be sent: over https, or to this machine of the person, where any program may listen on any port. */
export function isRedirectAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.hash !== '' || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(url);
}

/** Exactly one that the client has listed; the port of a loopback address is left open (RFC 8252). */
export function isListedRedirect(listed: readonly string[], text: string): boolean {
  if (!isRedirectAddress(text)) return false;
  return listed.some(
    (known) => known === text || (isLoopback(new URL(known)) && anyPort(known) === anyPort(text)),
  );
}

export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

function anyPort(text: string): string {
  const url = new URL(text);
  url.port = '';
  return url.href;
}
