/** The headers that tell a browser what an answer may do. One set for API answers, one for pages, one for the web app. */
export interface SecurityHeaders {
  readonly api: Readonly<Record<string, string>>;
  readonly page: Readonly<Record<string, string>>;
  readonly app: Readonly<Record<string, string>>;
}

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The web app's components insert inline styles into the page; scripts still come from files only. */
const APP_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

const DENIED_FEATURES = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';
const ONE_YEAR_SECONDS = 31_536_000;

export function securityHeaders(isHttps: boolean): SecurityHeaders {
  const shared = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': DENIED_FEATURES,
    // Over plain HTTP the header has no effect; behind a proxy that terminates TLS it must be set here.
    ...(isHttps ? { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` } : {}),
  };
  return {
    api: { ...shared, 'content-security-policy': API_POLICY, 'cache-control': 'no-store' },
    page: { ...shared, 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' },
    app: { ...shared, 'content-security-policy': APP_POLICY, 'cache-control': 'no-cache' },
  };
}
