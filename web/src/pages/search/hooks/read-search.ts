/** Runs a query over a stream, so that the page can tell how far it is. */
import type { SearchProgress } from '../../../../../src/contract/search.ts';
import { addressOf, ApiError, type ErrorDetail, request } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { readEventStream } from '../logic/event-stream.ts';

type Input = Parameters<NonNullable<typeof api.search.types>>[0];
export type SearchAnswer = ReturnType<NonNullable<typeof api.search.types>>;

export async function readSearch(
  input: Input,
  signal: AbortSignal,
  onProgress: (progress: SearchProgress) => void,
): Promise<SearchAnswer> {
  const headers = { accept: 'text/event-stream' };
  const response = await request(addressOf(api.search, input), { headers, signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!isStream || response.body === null) return (await response.json()) as SearchAnswer;
  for await (const { event, data } of readEventStream(response.body)) {
    if (event === 'progress') onProgress(JSON.parse(data) as SearchProgress);
    if (event === 'result') return JSON.parse(data) as SearchAnswer;
    if (event === 'error') throw streamedError(data);
  }
  throw failure('OFFLINE', 'The connection ended before the answer. Run the query again.', []);
}

function streamedError(data: string): ApiError {
  const { code, error, details } = JSON.parse(data) as Readonly<Record<string, unknown>>;
  return failure(
    typeof code === 'string' ? code : 'UNKNOWN',
    typeof error === 'string' ? error : 'The search failed without a reason.',
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
