/** The log store on ClickHouse over HTTP, however it was started. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { createBlockJoiner } from '../packed-rows.ts';
import { bind, sql, string, uint32 } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type {
  ExportedFile,
  ExportOptions,
  IndexRetention,
  LogStore,
  QueryAnswer,
  QueryEvent,
  QueryOptions,
} from '../store.ts';
import { killQuery, untilAborted } from './cancellation.ts';
import {
  PACKED_ROWS_HEADER,
  type Connection,
  type EngineRequest,
  type Purpose,
} from './connection.ts';
import { queryError, unavailable } from './engine-errors.ts';
import { failOnException } from './fail-on-exception.ts';
import { createOwnRows, type OwnRows, ownStatistics, withOwnRows } from './count-own-rows.ts';
import { insertBatch } from './insert-batch.ts';
import { materializeIndexes } from './materialize-indexes.ts';
import { createNodeTurn, onAnyNode, onEveryNode } from './nodes.ts';
import type { StoreAccess, StoreNodes } from './nodes.ts';
import {
  commandSettings,
  planSettings,
  querySettings,
  SILENCE_GRACE_MS,
} from './query-settings.ts';
import { ANSWER_FORMAT, readAnswer } from './read-answer.ts';
import { readFrontier } from './read-frontier.ts';
import { createHealthCheck, readDiskUsage, readRunning } from './store-health.ts';
import { EVENT_FORMAT, readEvent } from './stream-events.ts';

export interface StoreNeeds {
  readonly limits: Limits;
  readonly log: Log;
}

/** Maximum wait for the row count that accompanies an answer. */
const COUNT_MS_MAX = 1_000;

const EXPORT_FORMATS = { csv: 'CSVWithNames', jsonl: 'JSONEachRow', parquet: 'Parquet' } as const;

/** `dispose` runs after the connections are closed. `countedRows` is for a store that counts rows without its engine. */
export function createClickhouseStore(
  needs: StoreNeeds,
  nodes: StoreNodes,
  dispose: () => Promise<void>,
  countedRows?: OwnRows,
): LogStore {
  const { limits } = needs;
  const access: StoreAccess = { nodes, turn: createNodeTurn(nodes), limits };
  const { turn } = access;
  const joiner = createBlockJoiner();
  const open = (statement: Sql, format: string, options: QueryOptions): Promise<Readable> =>
    openAnswer(access, statement, format, options, 'query').then(({ content }) => content);

  const query = async (statement: Sql, options: QueryOptions): Promise<QueryAnswer> => {
    const queryId = options.queryId ?? randomUUID();
    const request = requestFor(nodes, limits, statement, options, queryId);
    const json = await onAnyNode(nodes, turn, queryError, (connection) =>
      untilAborted(
        options.signal,
        () => connection.read(withFormat(request, ANSWER_FORMAT)),
        () => void killQuery(connection, queryId),
      ),
    );
    return readAnswer(queryId, json);
  };
  const ownRows =
    countedRows ?? createOwnRows((statement) => query(statement, { timeoutMs: COUNT_MS_MAX }));
  const counted = (statement: Sql): Promise<number | undefined> =>
    ownRows.count(bind(statement).reads);

  const command = createCommand(nodes, limits);

  return {
    async insert(batch) {
      const blocks = await joiner.join(batch.blocks);
      await insertBatch(access, { ...batch, blocks });
    },

    async query(statement, options = {}) {
      const [answer, rows] = await Promise.all([query(statement, options), counted(statement)]);
      return { ...answer, statistics: ownStatistics(answer.statistics, rows) };
    },

    stream: (statement, options = {}) =>
      withOwnRows(
        readEvents(() => open(statement, EVENT_FORMAT, options)),
        counted(statement),
      ),

    export: (statement, format, options = {}) => {
      const bounds = { timeoutMs: limits.store.exportTimeoutMs, resultRowsMax: 0, ...options };
      return openAnswer(access, statement, EXPORT_FORMATS[format], bounds, 'export');
    },

    command,
    setRetention: (retention, options) => command(retentionStatement(retention), options),
    maintain: (signal) => materializeIndexes(needs, nodes, signal),
    health: createHealthCheck(needs, nodes),
    diskUsage: () => readDiskUsage(needs, nodes),

    running: () => readRunning(needs, nodes),
    frontier: () => readFrontier(needs, nodes),

    async [Symbol.asyncDispose]() {
      for (const connection of nodes.connections) connection.close();
      await dispose();
    },
  };
}

/** Runs a statement that changes something, on every node. */
function createCommand(nodes: StoreNodes, limits: Limits): LogStore['command'] {
  return async (statement, options = {}) => {
    const timeoutMs = options.timeoutMs ?? limits.store.commandTimeoutMs;
    const queryId = randomUUID();
    const { text, parameters, tables } = bind(statement);
    await onEveryNode(nodes, queryError, (connection) =>
      untilAborted(
        options.signal,
        () =>
          connection.read({
            text,
            parameters,
            tables,
            queryId,
            database: nodes.localDatabase,
            settings: commandSettings(timeoutMs),
            silenceMsMax: timeoutMs + SILENCE_GRACE_MS,
          }),
        () => void killQuery(connection, queryId),
      ),
    );
  };
}

/** Skips rows that already have it, and parts without other rows. The store's own expiry follows. */
function retentionStatement({ organization, index, days }: IndexRetention): Sql {
  const wanted = uint32(days);
  return sql`ALTER TABLE logs UPDATE retention_days = ${wanted} WHERE organization = ${string(organization)} AND index_name = ${string(index)} AND retention_days != ${wanted}`;
}

/** The answer as it comes. Destroying the stream stops the statement. */
async function openAnswer(
  { nodes, turn, limits }: StoreAccess,
  statement: Sql,
  format: string,
  options: ExportOptions,
  purpose: Purpose,
): Promise<ExportedFile> {
  const { signal, mayPack } = options;
  const queryId = options.queryId ?? randomUUID();
  const whole = requestFor(nodes, limits, statement, options, queryId);
  const request = { ...withFormat(whole, format), purpose, mayPack };
  return onAnyNode(nodes, turn, queryError, async (connection: Connection) => {
    const stop = (): void => void killQuery(connection, queryId);
    const response = await untilAborted(signal, () => connection.open(request), stop);
    const answer = failOnException(response, queryError, unavailable);
    const onAbort = (): void => {
      answer.destroy(new DOMException('The query was stopped.', 'AbortError'));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    answer.once('close', () => {
      signal?.removeEventListener('abort', onAbort);
      if (!answer.readableEnded) stop();
    });
    const packedRows = response.headers[PACKED_ROWS_HEADER];
    return packedRows === undefined
      ? { content: answer }
      : { content: answer, packed: { rows: Number(packedRows) } };
  });
}

/** Nothing runs until the consumer starts reading. */
async function* readEvents(open: () => Promise<Readable>): AsyncGenerator<QueryEvent> {
  const answer = await open();
  try {
    let rest = '';
    answer.setEncoding('utf8');
    for await (const chunk of answer as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const event = line === '' ? undefined : readEvent(line);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    answer.destroy();
  }
}

function requestFor(
  nodes: StoreNodes,
  limits: Limits,
  statement: Sql,
  options: QueryOptions,
  queryId: string,
): EngineRequest {
  const { text, parameters, tables } = bind(statement);
  return {
    text,
    parameters,
    tables,
    queryId,
    database: nodes.database,
    settings: { ...planSettings(text), ...querySettings(limits, options) },
    silenceMsMax: (options.timeoutMs ?? limits.query.timeoutMsMax) + SILENCE_GRACE_MS,
  };
}

function withFormat(request: EngineRequest, format: string): EngineRequest {
  return { ...request, settings: { ...request.settings, default_format: format } };
}
