import { isObject } from '../../../base/is-object.ts';
import { LIMITS } from '../../../spec/limits.ts';

/** One request of the probe, to an address that the operator named. */
export interface ProbeCall {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly bearer?: string;
  readonly body?: unknown;
}

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Until the whole answer was there, by the clock that never jumps. */
  readonly elapsedMs: number;
  /** When it was there, by the same clock. */
  readonly answeredAt: number;
  readonly retryAfterMs: number | undefined;
  /** What the other side takes for the time. */
  readonly date: number | undefined;
}

export type Outcome =
  | Answer
  | { readonly kind: 'failed'; readonly reason: 'no_answer' | 'unreachable' | 'wrong_answer' };

export type Call = (call: ProbeCall) => Promise<Outcome>;

/** Never throws and always ends in time, regardless of the other side; immediately when the probe stops. */
export function createCall(
  monotonic: () => number,
  stop: AbortSignal,
  timeoutMs: number = LIMITS.status.probeAnswerMsMax,
): Call {
  return async ({ url, method = 'GET', bearer, body }) => {
    const startedAt = monotonic();
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // A key is for this server and for no other.
        redirect: 'manual',
        signal,
      });
      const text = await readBounded(response);
      const answeredAt = monotonic();
      if (text === undefined) return { kind: 'failed', reason: 'wrong_answer' };
      return {
        kind: 'answer',
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        text,
        elapsedMs: answeredAt - startedAt,
        answeredAt,
        retryAfterMs: readWait(response.headers.get('retry-after')),
        date: readDate(response.headers.get('date')),
      };
    } catch {
      return { kind: 'failed', reason: signal.aborted ? 'no_answer' : 'unreachable' };
    }
  };
}

async function readBounded(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  let bytes = 0;
  let text = '';
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > LIMITS.status.probeAnswerBytesMax) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function readWait(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : undefined;
}

function readDate(header: string | null): number | undefined {
  const ms = header === null ? Number.NaN : Date.parse(header);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Returns the value at this path of nested field names in the response. */
export function fieldOf(answer: Answer, ...path: readonly string[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch {
    return undefined;
  }
  for (const name of path) {
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
