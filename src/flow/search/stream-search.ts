import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import type { Actor } from '../../base/actor.ts';
import type { SearchProgress } from '../../contract/search.ts';
import { errorAnswer } from '../../http/error-answer.ts';
import { noWork, type Work } from './ask-store.ts';
import type { SearchInput } from './search-input.ts';
import { type AskedComparison, runAskedSearch } from './compare/compare-search.ts';
import type { SearchAnswer } from './run-search.ts';
import type { SearchNeeds } from './search-needs.ts';

type Outcome =
  | { readonly kind: 'answer'; readonly answer: SearchAnswer }
  | { readonly kind: 'error'; readonly error: unknown };

/**
 * Runs a search as server-sent events. Resolves when the first event is due; earlier failures, such as a syntax error,
 * reject and have their own status.
 */
export async function streamSearch(
  needs: SearchNeeds,
  actor: Actor,
  input: SearchInput & AskedComparison,
  signal: AbortSignal,
  requestId: string,
): Promise<AsyncGenerator<string, void, void>> {
  const startedAt = performance.now();
  const work = noWork();
  const ended = new AbortController();
  const outcome = runAskedSearch(needs, actor, input, signal, work)
    .then(
      (answer): Outcome => ({ kind: 'answer', answer }),
      (error: unknown): Outcome => ({ kind: 'error', error }),
    )
    .finally(() => ended.abort());
  const next = (): Promise<Outcome | undefined> =>
    Promise.race([outcome, pause(needs.limits.query.progressMs, ended.signal)]);
  const first = await next();
  if (first?.kind === 'error') throw first.error;

  return (async function* messages() {
    let reached: Outcome | undefined = first;
    while (reached === undefined) {
      yield message('progress', JSON.stringify(progressOf(work, startedAt)));
      reached = await next();
    }
    if (reached.kind === 'answer') {
      yield message('progress', JSON.stringify(progressOf(work, startedAt)));
      yield message('result', JSON.stringify(reached.answer));
      return;
    }
    const { error } = reached;
    if (signal.aborted) return;
    const isKnown = error instanceof AppError;
    const shownError = isKnown ? error : new AppError('INTERNAL', 'Internal error. Try again.');
    yield message('error', errorAnswer(needs.limits.http, shownError, requestId).body);
    // A bug: the connection is closed and the error is logged.
    if (!isKnown) throw error;
  })();
}

function progressOf({ rows, bytes, rowsExpected }: Work, startedAt: number): SearchProgress {
  return {
    rowsRead: rows,
    bytesRead: bytes,
    elapsedMs: Math.round(performance.now() - startedAt),
    ...(rowsExpected === 0 ? {} : { totalRowsEstimate: Math.max(rows, rowsExpected) }),
  };
}

function message(event: string, json: string): string {
  return `event: ${event}\ndata: ${json}\n\n`;
}

async function pause(ms: number, signal: AbortSignal): Promise<undefined> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
