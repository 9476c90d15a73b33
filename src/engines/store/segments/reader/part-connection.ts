/** The connection to the reader for the rest of the store: plans statements, and keeps their parts meanwhile. */
import type { IncomingMessage } from 'node:http';
import { type Connection, EngineRefusal, type EngineRequest } from '../../clickhouse/connection.ts';
import { CANCELLED, codeOf, DAMAGED } from '../../duckdb/engine/faults.ts';
import { damagedIn } from '../check-part.ts';
import type { Parts } from '../parts.ts';
import { planRead } from './plan-reads.ts';
import { packPlan } from './reader-plan.ts';
import type { TranslatedStatement } from './translated-statement.ts';
import type { Translating } from './translating.ts';

/** Statements passed to the reader unchanged. */
const ITS_OWN = /^(?:KILL QUERY|RUNNING$|SELECT 1$)/;
const KILL = 'KILL QUERY';

export function createPartConnection(
  reader: Connection,
  parts: Parts,
  translating: Translating,
): Connection {
  /** By the id under which a statement can be ended that the reader does not know yet. */
  const waiting = new Map<string, AbortController>();
  const translated = async (request: EngineRequest): Promise<TranslatedStatement> => {
    const { text, parameters = new Map<string, string>(), tables = new Map() } = request;
    const statement = { text, parameters, sentTables: new Set(tables.keys()) };
    if (request.queryId === undefined) return translating.translate(statement);
    const ending = new AbortController();
    waiting.set(request.queryId, ending);
    try {
      return await translating.translate(statement, ending.signal);
    } catch (error) {
      throw ending.signal.aborted
        ? new EngineRefusal({ code: CANCELLED, text: 'INTERRUPT' })
        : error;
    } finally {
      waiting.delete(request.queryId);
    }
  };
  const planned = async (request: EngineRequest): Promise<PlannedRequest> => {
    if (request.text.startsWith(KILL)) waiting.get(request.parameters?.get('id') ?? '')?.abort();
    if (ITS_OWN.test(request.text)) return { request, release: () => {} };
    const statement = await translated(request);
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
      const { request: sent, release } = await planned(request);
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
      const { request: sent, release } = await planned(request);
      try {
        return await reader.read(sent);
      } finally {
        release();
      }
    },
    close: () => reader.close(),
  };
}

interface PlannedRequest {
  readonly request: EngineRequest;
  readonly release: () => void;
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
