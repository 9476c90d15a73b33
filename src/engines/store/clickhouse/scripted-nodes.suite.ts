/** Nodes of a store whose answers are written in the test; they remember what they were asked. */
import type { Connection, EngineRequest } from './connection.ts';
import type { StoreNodes } from './nodes.ts';

type Answer = (request: EngineRequest) => string | Buffer | Error;

interface ScriptedNode {
  readonly asked: EngineRequest[];
  readonly connection: Connection;
}

export function nodeThat(answer: Answer): ScriptedNode {
  const asked: EngineRequest[] = [];
  const read = async (request: EngineRequest): Promise<Buffer> => {
    asked.push(request);
    const given = answer(request);
    if (given instanceof Error) throw given;
    return Buffer.from(given);
  };
  return { asked, connection: { read } as unknown as Connection };
}

export function nodesOf(
  first: ScriptedNode,
  more: Partial<StoreNodes> = {},
  ...others: ScriptedNode[]
): StoreNodes {
  return {
    connections: [first.connection, ...others.map(({ connection }) => connection)],
    localDatabase: 'own',
    database: 'own',
    isReplicated: false,
    ...more,
  };
}
