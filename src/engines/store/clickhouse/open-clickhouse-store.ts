/** The log store on an externally operated ClickHouse server or cluster. */
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { LogStore } from '../store.ts';
import { createClickhouseStore } from './clickhouse-store.ts';
import { createConnection } from './connection.ts';
import type { Connection, NodeAddress } from './connection.ts';
import { queryError } from './engine-errors.ts';
import { migrate } from './migrate.ts';
import { onAnyNode } from './nodes.ts';
import type { StoreNodes } from './nodes.ts';

export interface ClickhouseNeeds {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

export interface ClickhouseOptions {
  readonly url: string;
  readonly cluster: string | undefined;
  readonly nodes?: readonly string[];
  readonly replicationPath?: string;
}

const DATABASE_DEFAULT = 'xplain';

export async function openClickhouseStore(
  needs: ClickhouseNeeds,
  options: ClickhouseOptions,
): Promise<LogStore> {
  const database = databaseOf(options.url);
  const addresses =
    options.cluster === undefined
      ? [addressOf(options.url)]
      : await findNodes(needs, options.url, options.cluster, options.nodes);
  const [first, ...others] = addresses.map((address) => connectionTo(needs, address));
  if (first === undefined) throw new Error('The cluster of the log store has no nodes.');
  const nodes: StoreNodes = {
    connections: [first, ...others],
    localDatabase: database,
    database: options.cluster === undefined ? database : `${database}_all`,
    isReplicated: options.replicationPath !== undefined,
  };
  const store = createClickhouseStore(needs, nodes, async () => {});
  try {
    await onAnyNode(
      nodes,
      () => 0,
      queryError,
      () => migrate(needs, nodes, { engine: engineFor(options), cluster: options.cluster }),
    );
    await store.health();
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
  return store;
}

function connectionTo(needs: ClickhouseNeeds, address: NodeAddress): Connection {
  return createConnection(() => address, { socketsMax: needs.limits.store.connectionsMax });
}

/** `{shard}` and `{replica}` are filled in by each server from its own macros. */
function engineFor(options: ClickhouseOptions) {
  return options.replicationPath === undefined
    ? 'MergeTree'
    : (`ReplicatedMergeTree('${options.replicationPath.replace(/[\\']/g, '\\$&')}', '{replica}')` as const);
}

function addressOf(text: string): NodeAddress {
  const url = new URL(text);
  return {
    url,
    user: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
  };
}

function databaseOf(text: string): string {
  return decodeURIComponent(new URL(text).pathname.slice(1)) || DATABASE_DEFAULT;
}

/**
 * Tables are created and rows deleted node by node, so every node must be reachable over HTTP. Unless
 * they are named, they are those of the cluster's definition, on the port of the address we know.
 */
async function findNodes(
  needs: ClickhouseNeeds,
  text: string,
  cluster: string,
  named: readonly string[] | undefined,
): Promise<readonly NodeAddress[]> {
  const known = addressOf(text);
  const hosts = await readHosts(needs, known, cluster);
  if (hosts.length === 0) {
    throw new Error(
      `The ClickHouse server has no cluster "${cluster}". Check XPLAIN_CLICKHOUSE_CLUSTER.`,
    );
  }
  if (named === undefined) {
    return hosts.map((host) => {
      const url = new URL(known.url);
      url.hostname = host;
      return { ...known, url };
    });
  }
  if (named.length !== hosts.length) {
    throw new Error(
      `The cluster "${cluster}" has ${hosts.length} nodes, but ${named.length} addresses were given.`,
    );
  }
  return named.map(addressOf);
}

async function readHosts(
  needs: ClickhouseNeeds,
  address: NodeAddress,
  cluster: string,
): Promise<readonly string[]> {
  const connection = connectionTo(needs, address);
  try {
    const answer = await onAnyNode(
      { connections: [connection] },
      () => 0,
      queryError,
      () =>
        connection.read({
          text: 'SELECT host_name FROM system.clusters WHERE cluster = {cluster:String} FORMAT TSVRaw',
          parameters: new Map([['cluster', cluster]]),
          silenceMsMax: needs.limits.query.timeoutMsMax,
        }),
    );
    return answer.toString().split('\n').filter(Boolean);
  } finally {
    connection.close();
  }
}
