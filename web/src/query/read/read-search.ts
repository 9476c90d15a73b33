/** Runs a query over a stream, so that the page can tell how far it is. */
import type { SearchProgress } from '../../../../src/contract/search.ts';
import { addressOf, ApiError, type ErrorDetail, request } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { readEventStream } from './event-stream.ts';
import { mayWrite, writeGate } from './write-gate.ts';

type Input = Parameters<NonNullable<typeof api.search.types>>[0];
export type SearchAnswer = ReturnType<NonNullable<typeof api.search.types>>;

export async function readSearch(
  input: Input,
  signal: AbortSignal,
  onProgress: (progress: SearchProgress) => void,
): Promise<SearchAnswer> {
  const response = await sendQuery(input, signal);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!isStream || response.body === null) return (await response.json()) as SearchAnswer;
  for await (const { event, data } of readEventStream(response.body)) {
    if (event === 'progress') onProgress(JSON.parse(data) as SearchProgress);
    if (event === 'result') return JSON.parse(data) as SearchAnswer;
    if (event === 'error') throw streamedError(data);
  }
  throw failure('OFFLINE', 'Connection lost before the search finished. Run the query again.', []);
}

async function sendQuery(input: Input, signal: AbortSignal): Promise<Response> {
  const headers = { accept: 'text/event-stream' };
  const { query: text = '' } = input.query ?? {};
  if (!mayWrite(text)) return request(addressOf(api.search, input), { headers, signal });
  if (!(await writeGate.ask(text))) {
    throw failure(
      'CANCELLED',
      "The query didn't run because it would write to a lookup table or an index.",
      [],
    );
  }
  return request(addressOf(api.sendSearch, { body: {} }), {
    method: api.sendSearch.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input.query),
    signal,
  });
}

function streamedError(data: string): ApiError {
  const { code, error, details } = JSON.parse(data) as Readonly<Record<string, unknown>>;
  return failure(
    typeof code === 'string' ? code : 'UNKNOWN',
    typeof error === 'string' ? error : 'The search failed for an unknown reason.',
    Array.isArray(details) ? (details as ErrorDetail[]) : [],
  );
}

function failure(code: string, message: string, details: readonly ErrorDetail[]): ApiError {
  return new ApiError({
    status: 0,
    code,
    message,
    details,
    retryAfterSeconds: undefined,
    requestId: undefined,
  });
}
