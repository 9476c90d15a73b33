import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import type { Limits } from '../../../spec/limits.ts';

/** A dead connection is noticed after two of these. */
const PING_MS = 5_000;
const RECONNECT_MS = 500;

/** Credentials stand in the first address: `nats://user:password@host`, or `nats://token@host`. */
export async function connectToNats(
  limits: Limits['queue'],
  servers: readonly string[],
): Promise<NatsConnection> {
  const options = connectionOptions(limits, servers);
  try {
    return await connect(options);
  } catch (error) {
    // The addresses of the options carry no credentials.
    const hosts = [options.servers ?? []].flat().join(', ');
    throw new Error(`NATS does not answer at ${hosts}: ${messageOf(error)}`, { cause: error });
  }
}

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
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
