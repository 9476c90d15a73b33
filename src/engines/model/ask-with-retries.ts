/** Retries a request while a retry can help and nothing can have been billed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Limits } from '../../spec/limits.ts';
import type { ModelAnswer } from './model.ts';
import { WireError, type WireAnswer } from './transport.ts';

export interface AskNeeds {
  readonly log: Log;
  readonly limits: Limits['model'];
  /** From 0 to 1, spreads the tries of many callers. */
  readonly random: () => number;
}

export interface Asking {
  /** Constant facts for the log: host, region, id of the model, bytes. Never rows or prompts. */
  readonly facts: Readonly<Record<string, string | number>>;
  send(signal: AbortSignal): Promise<WireAnswer>;
  /** Undefined when the body is not what the wire promises. */
  read(body: string): ModelAnswer | undefined;
}

/** What one request led to. */
type Outcome =
  | { readonly kind: 'answer'; readonly answer: ModelAnswer }
  | {
      readonly kind: 'none';
      readonly reason: string;
      readonly mayTryAgain: boolean;
      /** Delay requested by the provider, in milliseconds. */
      readonly waitMs?: number;
    };

const AGAIN = [429, 500, 502, 503, 529];
const RETRY_SECONDS_MAX = 3_600;

/** Throws AI_PROVIDER_NOT_EU without an answer, and the signal's reason when the caller gave up. */
export async function askWithRetries(
  needs: AskNeeds,
  asking: Asking,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { limits, log } = needs;
  const startedAt = performance.now();
  const whole = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMsMax)]);
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const outcome = await tryOnce(limits, asking, whole);
    const durationMs = Math.round(performance.now() - startedAt);
    if (outcome.kind === 'answer') {
      const { tokensIn, tokensOut, stop } = outcome.answer;
      const facts = { ...asking.facts, attempt, durationMs, tokensIn, tokensOut, stop };
      log.info(facts, 'model responded');
      return outcome.answer;
    }
    signal.throwIfAborted();
    const waitMs = outcome.waitMs ?? retryDelay(needs, attempt);
    const isLast =
      !outcome.mayTryAgain ||
      attempt >= limits.attemptsMax ||
      waitMs > limits.retryAfterMsMax ||
      durationMs + waitMs >= limits.totalMsMax;
    const facts = { ...asking.facts, attempt, durationMs, reason: outcome.reason };
    if (!isLast) {
      log.warn(facts, 'retrying model request');
      await sleep(waitMs, undefined, { signal: whole }).catch(() => undefined);
      continue;
    }
    log.error(facts, 'no response from model provider');
    throw noAnswer(limits, outcome.waitMs);
  }
}

/** What every run answers that got no verdict from inside the EU. */
export function noAnswer(limits: Limits['model'], waitMs = 0): AppError {
  const seconds = Math.min(Math.ceil(waitMs / 1_000), RETRY_SECONDS_MAX);
  return new AppError(
    'AI_PROVIDER_NOT_EU',
    'No EU capacity for evaluations at the moment. Retry later.',
    { retryAfterSeconds: Math.max(seconds, limits.retryAfterSeconds) },
  );
}

/** What a run answers for a model that only the operator can make available. */
export function notConfigured(model: string, configured: readonly string[]): AppError {
  const others = configured.length === 0 ? 'none is' : `there are ${configured.join(', ')}`;
  const message = `The model ${model} is not configured on this installation; ${others}. Choose another model.`;
  return new AppError('AI_MODEL_NOT_CONFIGURED', message);
}

async function tryOnce(
  limits: Limits['model'],
  asking: Asking,
  whole: AbortSignal,
): Promise<Outcome> {
  let wire: WireAnswer;
  try {
    wire = await asking.send(AbortSignal.any([whole, AbortSignal.timeout(limits.attemptMsMax)]));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const mayTryAgain = error.reason === 'unreachable' && !error.mayHaveArrived;
    return { kind: 'none', reason: error.reason, mayTryAgain };
  }
  if (wire.status !== 200) {
    const waitMs = readRetryAfter(wire.headers['retry-after']);
    return {
      kind: 'none',
      reason: `status ${wire.status}${errorType(wire)}`,
      mayTryAgain: AGAIN.includes(wire.status),
      ...(waitMs === undefined ? {} : { waitMs }),
    };
  }
  const answer = asking.read(wire.body);
  if (answer !== undefined) return { kind: 'answer', answer };
  return { kind: 'none', reason: 'unreadable answer', mayTryAgain: false };
}

/** Half a second, then one and a half, each randomly reduced by up to half. */
function retryDelay({ limits, random }: AskNeeds, attempt: number): number {
  return limits.retryDelayMsMin * 3 ** (attempt - 1) * (1 - random() / 2);
}

/** Seconds, or a date. */
function readRetryAfter(header = ''): number | undefined {
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** The error type as named by AWS. The body is not read, since it may quote the question. */
function errorType({ headers }: WireAnswer): string {
  const name = /^[A-Za-z]{1,60}/.exec(String(headers['x-amzn-errortype'] ?? ''))?.[0];
  return name === undefined ? '' : ` (${name})`;
}
