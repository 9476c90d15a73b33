import type { ConnectionOptions } from '@nats-io/transport-node';
import type { Limits } from '../../../spec/limits.ts';

/** A dead connection is noticed after two of these. */
const PING_MS = 5_000;
const RECONNECT_MS = 500;

/**
 * Addresses of one cluster: `nats://host:4222` or `tls://host:4222`. The first contains the credentials:
 * `nats://user:password@host`, or `nats://token@host`.
 */
export function connectionOptions(
  limits: Limits['queue'],
  servers: readonly string[],
): ConnectionOptions {
  const addresses = servers.map((address) => new URL(address));
  const [first] = addresses;
  const isSecure = addresses.some(({ protocol }) => protocol === 'tls:');
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  return {
    name: 'xplain',
    servers: addresses.map(({ host }) => host),
    ...(isSecure && { tls: {} }),
    ...(user !== '' && (pass === '' ? { token: user } : { user, pass })),
    timeout: limits.appendMsMax,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    // The stack of every request that might fail costs a fifth of the time of a small entry.
    noAsyncTraces: true,
  };
}
