/** Follows live events across reconnects. */
import { useEffect, useReducer } from 'react';
import { addressOf, ApiError, request } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { readEventStream, type StreamMessage } from '../../../query/read/event-stream.ts';
import { type LogEvent, type Row, toEvent } from '../../../query/rows/log-event.ts';
import {
  EMPTY_TAIL,
  noteDropped,
  resume,
  type TailBuffer,
  takeEvents,
} from '../logic/tail-buffer.ts';

export interface Tail {
  readonly buffer: TailBuffer;
  readonly connection: 'connecting' | 'open' | 'waiting' | 'ended';
  readonly error: unknown;
  readonly isPaused: boolean;
  readonly pause: () => void;
  readonly goOn: () => void;
}

interface TailState {
  readonly buffer: TailBuffer;
  readonly connection: Tail['connection'];
  readonly error: unknown;
  readonly isPaused: boolean;
}

type TailAction =
  | { readonly kind: 'start' | 'pause' | 'resume' }
  | {
      readonly kind: 'connection';
      readonly connection: Tail['connection'];
      readonly error: unknown;
    }
  | { readonly kind: 'events'; readonly events: readonly LogEvent[]; readonly dropped: number };

const START: TailState = {
  buffer: EMPTY_TAIL,
  connection: 'connecting',
  error: null,
  isPaused: false,
};

function reduce(state: TailState, action: TailAction): TailState {
  switch (action.kind) {
    case 'start':
      return START;
    case 'pause':
      return state.isPaused ? state : { ...state, isPaused: true };
    case 'resume':
      return { ...state, isPaused: false, buffer: resume(state.buffer) };
    case 'connection':
      return { ...state, connection: action.connection, error: action.error };
    case 'events': {
      const noted = action.dropped === 0 ? state.buffer : noteDropped(state.buffer, action.dropped);
      const now = Date.now();
      return { ...state, buffer: takeEvents(noted, action.events, state.isPaused, now) };
    }
  }
}

export function useTail(query: string, isLive: boolean): Tail {
  const [state, dispatch] = useReducer(reduce, START);
  useEffect(() => {
    if (!isLive) return undefined;
    dispatch({ kind: 'start' });
    const ending = new AbortController();
    void follow(query, dispatch, ending.signal);
    return () => ending.abort();
  }, [query, isLive]);
  return {
    ...state,
    pause: () => dispatch({ kind: 'pause' }),
    goOn: () => dispatch({ kind: 'resume' }),
  };
}

/** Reconnects after every end except a refusal; a delay set by the server is respected. */
async function follow(
  query: string,
  dispatch: (action: TailAction) => void,
  signal: AbortSignal,
): Promise<void> {
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    let waitMs: number = LIMITS.tail.retryMs;
    try {
      for await (const id of connect(query, lastEventId, dispatch, signal)) lastEventId = id;
      dispatch({ kind: 'connection', connection: 'waiting', error: null });
    } catch (error) {
      if (signal.aborted) return;
      const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined;
      if (isFinal(error)) {
        dispatch({ kind: 'connection', connection: 'ended', error });
        return;
      }
      dispatch({ kind: 'connection', connection: 'waiting', error });
      waitMs = Math.max(waitMs, (wait ?? 0) * 1_000);
    }
    await sleep(waitMs, signal);
  }
}

function isFinal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}

async function* connect(
  query: string,
  lastEventId: string | undefined,
  dispatch: (action: TailAction) => void,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const address = addressOf(api.tailLogs, {
    query: {
      query: query === '' ? '*' : query,
      ...(lastEventId === undefined ? {} : { lastEventId }),
    },
  });
  const response = await request(address, { signal });
  if (response.body === null) return;
  dispatch({ kind: 'connection', connection: 'open', error: null });
  // Events arrive in bursts; each burst is one state update.
  let waiting: LogEvent[] = [];
  let dropped = 0;
  const flush = (): void => {
    if (waiting.length === 0 && dropped === 0) return;
    dispatch({ kind: 'events', events: waiting, dropped });
    waiting = [];
    dropped = 0;
  };
  const timer = setInterval(flush, FLUSH_MS);
  try {
    for await (const message of readEventStream(response.body)) {
      if (message.event === 'message') waiting.push(toEvent(JSON.parse(message.data) as Row));
      if (message.event === 'dropped') dropped += countOf(message);
      if (message.event === 'end') return;
      if (message.id !== undefined) yield message.id;
    }
  } finally {
    clearInterval(timer);
    flush();
  }
}

const FLUSH_MS = 250;

function countOf({ data }: StreamMessage): number {
  const { count } = JSON.parse(data) as { readonly count?: unknown };
  return typeof count === 'number' ? count : 0;
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
