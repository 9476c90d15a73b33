/**
 * Whether the `Host` of a request names this machine. A name that merely resolves to it does not count: any site can
 * point its own name at 127.0.0.1, and a local browser would read data for it.
 */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i.test(host);
}
