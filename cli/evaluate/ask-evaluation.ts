import type { runAdhocEvaluation } from '../../src/contract/evaluation.ts';
import type { listLogs } from '../../src/contract/search.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { callServer, field, listField, textField, type Server } from '../server/call-server.ts';
import type { Checks } from './checks.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import type { Row } from '../read-rows.ts';

// Imports types only: the contract itself would load the whole schema library for two paths.
const EVALUATION_PATH: (typeof runAdhocEvaluation)['url'] = '/api/v1/evaluations/run-adhoc';
const LOGS_PATH: (typeof listLogs)['url'] = '/api/v1/logs';

/** A search on the server with a fixed time range, so that it can be repeated. */
export interface Query {
  readonly query: string;
  readonly earliest?: string;
  readonly latest: string;
}

export type Input =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'query'; readonly query: Query };

/** The `data` of the answer: a verdict, or with `isPreview` what the evaluator would read. */
export async function askEvaluation(
  server: Server,
  checks: Checks,
  input: Input,
  isPreview: boolean,
): Promise<unknown> {
  const { criteria, items, mode, model, logCompression, compressionOptions } = checks;
  const { strategy, samples } = checks;
  const body = {
    ...(input.kind === 'query' ? { source: input.query } : { rows: rowsToSend(input.rows) }),
    ...given({ criteria, mode, model, logCompression, compressionOptions, strategy, samples }),
    ...(items.length === 0
      ? {}
      : { expectedItems: items.map(({ id, description }) => ({ id, description })) }),
    ...(isPreview ? { preview: true } : {}),
  };
  return field(await callServer(server, { method: 'POST', path: EVALUATION_PATH, body }), 'data');
}

/** Fails instead of sending fewer rows: an omitted row could be the one that fails. */
export function rowsToSend(rows: readonly Row[]): readonly string[] {
  const { rowsMax, bodyBytesMax } = LIMITS.evaluation;
  if (rows.length > rowsMax) {
    throw new NotEvaluable(
      `the log has ${rows.length} events, but an evaluation takes at most ${rowsMax}. ` +
        'Reduce the input, e.g. with tail, grep or --query',
    );
  }
  const texts = rows.map(({ text }) => text);
  if (Buffer.byteLength(JSON.stringify(texts)) > bodyBytesMax) {
    throw new NotEvaluable(
      `the log is larger than ${bodyBytesMax / 1024 / 1024} MB, the maximum of an evaluation`,
    );
  }
  return texts;
}

/** The events of a search, oldest first, for the checks that are decided here. */
export async function fetchRows(server: Server, query: Query): Promise<readonly Row[]> {
  const { rowsMax } = LIMITS.evaluation;
  const texts: string[] = [];
  let cursor: string | undefined;
  do {
    const parameters = new URLSearchParams({
      ...query,
      limit: String(Math.min(rowsMax, LIMITS.query.rowsMax)),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const path = `${LOGS_PATH}?${parameters.toString()}`;
    const answer = await callServer(server, { method: 'GET', path });
    texts.push(...listField(field(answer, 'data'), 'rows').map(eventOf));
    cursor = textField(answer, 'nextCursor');
    if (texts.length > rowsMax || (texts.length === rowsMax && cursor !== undefined)) {
      throw new NotEvaluable(
        `the query matches more than ${rowsMax} events, the maximum of an evaluation`,
      );
    }
  } while (cursor !== undefined);
  return texts.toReversed().map((text, index) => ({ line: index + 1, text }));
}

function eventOf(row: unknown): string {
  return textField(row, 'event') ?? JSON.stringify(row);
}

function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
