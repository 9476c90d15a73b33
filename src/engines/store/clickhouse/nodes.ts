import type { Limits } from '../../../spec/limits.ts';
import { EngineRefusal, NodeUnreachable } from './connection.ts';
import type { Connection } from './connection.ts';
import { unavailable } from './engine-errors.ts';
import type { EngineFault } from './engine-errors.ts';

/** The nodes of the store and where the table is found on them. */
export interface StoreNodes {
  readonly connections: readonly [Connection, ...Connection[]];
  /** Where `logs` is the rows of the node itself. */
  readonly localDatabase: string;
  /** Where `logs` is all rows; the same as `localDatabase` unless there is a cluster. */
  readonly database: string;
  /** Whether copies of `logs` on several nodes follow each other. */
  readonly isReplicated: boolean;
}

type Connections = Pick<StoreNodes, 'connections'>;

/** What it takes to send a statement. */
export interface StoreAccess {
  readonly nodes: StoreNodes;
  readonly turn: NodeTurn;
  readonly limits: Limits;
}

/** Returns the node indexes in turn. */
export type NodeTurn = () => number;

export function createNodeTurn(nodes: Connections): NodeTurn {
  let next = 0;
  return () => next++ % nodes.connections.length;
}

/** Runs the work on the node whose turn it is, or on the next reachable one. */
export async function onAnyNode<T>(
  nodes: Connections,
  turn: NodeTurn,
  describe: (fault: EngineFault) => Error,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const first = turn();
  let lastError: unknown;
  for (let i = 0; i < nodes.connections.length; i++) {
    const connection = nodes.connections[(first + i) % nodes.connections.length];
    if (connection === undefined) continue;
    try {
      return await work(connection);
    } catch (error) {
      if (error instanceof EngineRefusal) throw describe(error.fault);
      if (!(error instanceof NodeUnreachable)) throw error;
      lastError = error.cause;
    }
  }
  throw unavailable(lastError);
}

/** Runs the work on all nodes concurrently; fails if it fails on one. */
export async function onEveryNode<T>(
  nodes: Connections,
  describe: (fault: EngineFault) => Error,
  work: (connection: Connection) => Promise<T>,
): Promise<readonly T[]> {
  return Promise.all(
    nodes.connections.map((connection) =>
      onAnyNode({ connections: [connection] }, () => 0, describe, work),
    ),
  );
}
