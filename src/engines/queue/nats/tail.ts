import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, ConsumerMessages, JetStreamClient, JsMsg } from '@nats-io/jetstream';
import type { Limits } from '../../../spec/limits.ts';
import { queueUnavailable } from '../queue-unavailable.ts';

/** Follows one stream in order, from a sequence on. */
export interface Tail extends AsyncDisposable {
  /** Everything up to here that still exists has been applied. */
  readonly sequence: number;
  /** Skips waiting for a message of this node that directly follows the applied ones. */
  advance(sequence: number): void;
  /** Resolves once everything up to there has been applied. */
  reached(sequence: number): Promise<void>;
  /** The same, for a sequence whose message may be removed by now: then nothing will ever arrive from there. */
  passed(sequence: number): Promise<void>;
}

interface State {
  readonly limits: Limits['queue'];
  sequence: number;
  /** The last message that arrived, as the consumer counts: the client replaces a consumer that falters. */
  last: { readonly consumer: string; readonly number: number } | undefined;
  readonly waiting: Set<{ readonly sequence: number; readonly resolve: () => void }>;
}

const FETCH_MESSAGES = 1_000;
const POLL_MS = 10;
/** At least a minute: enough for a million entries. */
const POLLS_MAX = 6_000;

export interface TailOptions {
  readonly limits: Limits['queue'];
  readonly stream: string;
  readonly headersOnly: boolean;
  readonly onMessage: (message: JsMsg) => void;
}

/**
 * Always the whole stream: for some subjects of it a server reads its index of subjects, and up to 2.10.24 that
 * overlooks messages of a subject whose last and first ones were removed.
 */
export async function followStream(js: JetStreamClient, options: TailOptions): Promise<Tail> {
  const state: State = {
    limits: options.limits,
    sequence: 0,
    last: undefined,
    waiting: new Set(),
  };
  const consumer = await js.consumers.get(options.stream, {
    headers_only: options.headersOnly,
  });
  const messages: ConsumerMessages = await consumer.consume({
    max_messages: FETCH_MESSAGES,
    callback: (message) => {
      options.onMessage(message);
      state.last = { consumer: message.info.consumer, number: message.info.deliverySequence };
      advance(state, message.seq);
    },
  });
  return {
    get sequence() {
      return state.sequence;
    },
    advance(sequence) {
      if (sequence === state.sequence + 1) advance(state, sequence);
    },
    reached: (sequence) => reached(state, sequence),
    passed: (sequence) => passed(state, consumer, sequence),
    async [Symbol.asyncDispose]() {
      // Waiting callers check again, on the tail that replaced this one.
      for (const { resolve } of state.waiting) resolve();
      await messages.close();
    },
  };
}

function advance(state: State, sequence: number): void {
  state.sequence = Math.max(state.sequence, sequence);
  for (const waiter of state.waiting) {
    if (waiter.sequence > state.sequence) continue;
    state.waiting.delete(waiter);
    waiter.resolve();
  }
}

async function passed(state: State, consumer: Consumer, sequence: number): Promise<void> {
  for (let turn = 0; turn < POLLS_MAX; turn++) {
    const { name, delivered } = await consumer.info();
    if (delivered.stream_seq >= sequence && hasArrived(state, name, delivered.consumer_seq)) return;
    await sleep(POLL_MS);
  }
  throw queueUnavailable(
    state.limits,
    new Error('The stream of the queue could not be read in time.'),
  );
}

/** Whether everything that the server has sent so far is here. */
function hasArrived({ last }: State, consumer: string, sent: number): boolean {
  return sent === 0 || (last?.consumer === consumer && last.number >= sent);
}

async function reached(state: State, sequence: number): Promise<void> {
  if (state.sequence >= sequence) return;
  await new Promise<void>((resolve, reject) => {
    const waiter = {
      sequence,
      resolve: () => {
        clearTimeout(timer);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      state.waiting.delete(waiter);
      reject(
        queueUnavailable(
          state.limits,
          new Error('The stream of the queue could not be read in time.'),
        ),
      );
    }, state.limits.appendMsMax);
    state.waiting.add(waiter);
  });
}
