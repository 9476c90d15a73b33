import type { QueryFix } from '../../../src/contract/schema.ts';
import type { WebEndpoint } from './endpoint.ts';
import { signInGate } from './sign-in-gate.ts';
import { connectionBoard } from './connection-issue.ts';

/** An error response: the message of the API, for the user who can act on it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor(answer: ErrorAnswer) {
    super(answer.message);
    this.name = 'ApiError';
    this.status = answer.status;
    this.code = answer.code;
    this.details = answer.details;
    this.retryAfterSeconds = answer.retryAfterSeconds;
    this.requestId = answer.requestId;
  }
}

export interface ErrorDetail {
  readonly path?: string;
  readonly message?: string;
  /** Where in a query, in characters from its start. */
  readonly position?: number;
  /** A change of that query that mends it. */
  readonly fix?: QueryFix;
}

interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
}

type Scalar = string | number | boolean | undefined;

interface Parts {
  readonly params?: Readonly<Record<string, Scalar>>;
  readonly query?: Readonly<Record<string, Scalar>>;
  readonly body?: unknown;
}

/**
 * Calls the API as the signed-in person. Throws `ApiError`, also (`OFFLINE`) when the server cannot be reached.
 * When the session has ended, it waits until the person has signed in again, and then calls once more.
 */
export async function call<Input, Answer>(
  endpoint: WebEndpoint<Input, Answer>,
  input: Input,
  signal?: AbortSignal,
): Promise<Answer> {
  const url = addressOf(endpoint, input);
  const { body } = input as Parts;
  const init = {
    method: endpoint.method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal === undefined ? {} : { signal }),
  };
  const response = await request(url, init);
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

/** Like `call`, for answers that are no JSON: the caller reads the response, which is a good one. */
export async function request(
  url: string,
  init: RequestInit,
  as: 'signed-in' | 'anonymous' = 'signed-in',
): Promise<Response> {
  // A caller with another kind of credential has no session that could have expired.
  if (as === 'anonymous') {
    const answer = await send(url, { ...init, credentials: 'omit' });
    if (answer.ok) return answer;
    throw await errorOf(answer);
  }
  const first = await send(url, init);
  if (first.ok) return first;
  const error = await errorOf(first);
  if (isSessionGone(url, error) && (await signInGate.ask())) {
    const second = await send(url, init);
    if (second.ok) return second;
    throw noted(await errorOf(second));
  }
  throw noted(error);
}

/** During sign-in, the same code means a wrong password. */
function isSessionGone(url: string, error: ApiError): boolean {
  return error.code === 'UNAUTHORIZED' && !url.startsWith('/api/auth/sign-in/');
}

function noted(error: ApiError): ApiError {
  connectionBoard.noteFailure(error);
  return error;
}

/** The address of a call, for links and event streams. */
export function addressOf<Input>(endpoint: WebEndpoint<Input, unknown>, input: Input): string {
  const { params = {}, query = {} } = input as Parts;
  const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { credentials: 'same-origin', ...init });
    connectionBoard.noteAnswer();
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw noted(
      new ApiError({
        status: 0,
        code: 'OFFLINE',
        message: "Couldn't reach the server. Check your connection; nothing you typed is lost.",
        details: [],
        retryAfterSeconds: undefined,
        requestId: undefined,
      }),
    );
  }
}

/** Reads the error form of the API; an answer in another form (a proxy's page) becomes one too. */
async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    code: typeof fields['code'] === 'string' ? fields['code'] : 'UNKNOWN',
    message:
      typeof fields['error'] === 'string'
        ? fields['error']
        : `The server returned ${response.status} without a reason.`,
    details: Array.isArray(fields['details']) ? (fields['details'] as ErrorDetail[]) : [],
    retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}
