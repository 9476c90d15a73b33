/** Connection settings from the URL of a mail server. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise the connection is upgraded when the server offers it. */
  readonly secure: boolean;
  /** Fail if TLS is not available. */
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Reads `smtp://user:password@host:port`, or `smtps://`. What it throws never quotes the address. */
export function readSmtpUrl(text: string): SmtpServer {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || !url.hostname) {
    throw new Error(
      'The address of the mail server must look like smtp://user:password@host:port.',
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const server = {
    host,
    port: url.port === '' ? PORTS[url.protocol] : Number(url.port),
    secure: url.protocol === 'smtps:',
  };
  if (url.username === '') return { ...server, requireTLS: false };
  const auth = { user: decode(url.username), pass: decode(url.password) };
  // Passwords are only sent encrypted, even if someone in the network removes the STARTTLS offer.
  return { ...server, requireTLS: !isThisMachine(host), auth };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('The user or password in the address of the mail server is not URL-encoded.');
  }
}
