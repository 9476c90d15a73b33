/** The way to the reader that the rest of the store uses: statements are planned here, and their parts kept meanwhile. */
import type { IncomingMessage } from 'node:http';
import { type Connection, EngineRefusal, type EngineRequest } from '../../clickhouse/connection.ts';
import { codeOf, DAMAGED } from '../../duckdb/engine/faults.ts';
import { damagedIn } from '../check-part.ts';
import type { Parts } from '../parts.ts';
import { planRead } from './plan-reads.ts';
import { packPlan } from './reader-plan.ts';

/** What goes to the reader as it is. */
const ITS_OWN = /^(?:KILL QUERY|RUNNING$|SELECT 1$)/;

export function createPartConnection(reader: Connection, parts: Parts): Connection {
  const planned = (request: EngineRequest): { request: EngineRequest; release: () => void } => {
    if (ITS_OWN.test(request.text)) return { request, release: () => {} };
    const { text, parameters = new Map<string, string>(), tables = new Map() } = request;
    const statement = { text, parameters, sentTables: new Set(tables.keys()) };
    const rowsMax = Number(request.settings?.['max_rows_to_read'] ?? 0);
    try {
      const read = planRead(statement, parts, rowsMax);
      const release = parts.hold(read.parts);
      return { request: { ...request, text: packPlan(read.plan), parameters: new Map() }, release };
    } catch (error) {
      throw new EngineRefusal({ code: codeOf(error), text: messageOf(error) });
    }
  };
  return {
    async open(request) {
      const { request: sent, release } = planned(request);
      let response: IncomingMessage;
      try {
        response = await reader.open(sent);
      } catch (error) {
        release();
        throw error;
      }
      response.once('close', release);
      return response;
    },
    async read(request) {
      const { request: sent, release } = planned(request);
      try {
        return await reader.read(sent);
      } finally {
        release();
      }
    },
    close: () => reader.close(),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Remembers parts that the reader has found damaged. */
export function noticeDamage(reader: Connection, parts: Parts): Connection {
  const noticing = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof EngineRefusal && error.fault.code === DAMAGED) {
        for (const name of damagedIn(error.fault.text)) parts.noteDamage(name);
      }
      throw error;
    }
  };
  return {
    open: (request) => noticing(reader.open(request)),
    read: (request) => noticing(reader.read(request)),
    close: () => reader.close(),
  };
}
