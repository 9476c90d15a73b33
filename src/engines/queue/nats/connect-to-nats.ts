import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Limits } from '../../../spec/limits.ts';
import { connectionOptions } from './connection-options.ts';

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
    throw new Error(`NATS is not responding at ${hosts}: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
