/**
 * Schedules panel refreshes. They never overlap; a hidden page pauses and refreshes once when it becomes visible;
 * delays double after errors; a delay set by the server is respected; an idle page slows down, except in kiosk mode.
 */
// Imports only this file: a dashboard page does not need the other limits.
import { DASHBOARDS_LIMITS } from '../../../../../src/spec/limits/dashboards.ts';
import { SECOND_MS } from '../../../../../src/spec/units.ts';

export interface RefreshRhythm {
  /** Null: only on request. */
  readonly refreshSeconds: number | null;
  readonly isKiosk: boolean;
}

export type Outcome =
  | { readonly kind: 'done'; readonly freshSeconds: number }
  | { readonly kind: 'failed'; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: 'aborted' };

interface RefresherNeeds {
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Returns what takes it back. */
  readonly startTimer: (run: () => void, ms: number) => () => void;
  /** Never throws. */
  readonly refresh: (signal: AbortSignal) => Promise<Outcome>;
}

export interface Refresher {
  /** Refreshes immediately and aborts the pending request. */
  refresh(): void;
  setRhythm(rhythm: RefreshRhythm): void;
  setHidden(isHidden: boolean): void;
  noteActivity(): void;
  stop(): void;
}

const { pageBackoffMsMax, pageIdleAfterMs, pageIdleRefreshMsMin, pageRetriesMax } =
  DASHBOARDS_LIMITS;
const JITTER = 0.1;

export function createRefresher(needs: RefresherNeeds): Refresher {
  let rhythm: RefreshRhythm = { refreshSeconds: null, isKiosk: false };
  let isHidden = false;
  let isDue = false;
  let isStopped = false;
  let failures = 0;
  let freshSeconds = 0;
  let retryAfterSeconds: number | undefined;
  let touchedAt = needs.now();
  let running: AbortController | undefined;
  let stopTimer: (() => void) | undefined;

  const clear = (): void => {
    stopTimer?.();
    stopTimer = undefined;
  };
  const run = async (): Promise<void> => {
    clear();
    running?.abort();
    isDue = false;
    const controller = new AbortController();
    running = controller;
    const outcome = await needs.refresh(controller.signal);
    // Another one has begun meanwhile, and decides what comes next.
    if (running !== controller || isStopped) return;
    running = undefined;
    if (outcome.kind === 'done') ({ freshSeconds } = outcome);
    failures = outcome.kind === 'failed' ? failures + 1 : 0;
    retryAfterSeconds = outcome.kind === 'failed' ? outcome.retryAfterSeconds : undefined;
    plan();
  };

  const plan = (): void => {
    clear();
    const isIdle = needs.now() - touchedAt >= pageIdleAfterMs;
    const standing = { rhythm, failures, freshSeconds, retryAfterSeconds, isIdle };
    const ms = nextDelay(standing, needs.random());
    if (ms === undefined || isStopped || running !== undefined) return;
    stopTimer = needs.startTimer(tick, ms);
  };

  /** A refresh due on a hidden page waits until the page is visible. */
  const tick = (): void => {
    if (isHidden || isStopped) isDue = true;
    else void run();
  };

  return {
    refresh: () => {
      failures = 0;
      tick();
    },
    setRhythm: (next) => {
      rhythm = next;
      plan();
    },
    setHidden: (next) => {
      if (next === isHidden) return;
      isHidden = next;
      isDue ||= next && stopTimer !== undefined;
      if (next) clear();
      else if (running === undefined && (isDue || rhythm.refreshSeconds !== null)) void run();
    },
    noteActivity: () => {
      const wasIdle = needs.now() - touchedAt >= pageIdleAfterMs;
      touchedAt = needs.now();
      if (wasIdle && !isHidden && running === undefined) plan();
    },
    stop: () => {
      isStopped = true;
      clear();
      running?.abort();
    },
  };
}

/** Adds jitter, so that pages opened at the same time do not keep sending requests at the same time. */
function nextDelay(standing: Standing, random: number): number | undefined {
  const wait = nextWait(standing);
  if (wait === undefined) return undefined;
  const spread = wait.isLeast ? random : 2 * random - 1;
  const isSlow = standing.isIdle && !standing.rhythm.isKiosk;
  const ms = isSlow ? Math.max(wait.ms, pageIdleRefreshMsMin) : wait.ms;
  return ms * (1 + JITTER * spread);
}

interface Standing {
  readonly rhythm: RefreshRhythm;
  readonly failures: number;
  readonly freshSeconds: number;
  readonly retryAfterSeconds: number | undefined;
  readonly isIdle: boolean;
}

/** Undefined: no automatic refresh. `isLeast`: the delay is a lower bound, because it was requested. */
function nextWait(
  standing: Standing,
): { readonly ms: number; readonly isLeast: boolean } | undefined {
  const { rhythm, failures, freshSeconds, retryAfterSeconds } = standing;
  const { refreshSeconds } = rhythm;
  const asked = retryAfterSeconds === undefined ? 0 : retryAfterSeconds * SECOND_MS;
  if (refreshSeconds === null) {
    if (retryAfterSeconds === undefined || failures > pageRetriesMax) return undefined;
    return { ms: asked, isLeast: true };
  }
  // Asking before there can be anything new shows nothing new.
  const usual = Math.max(refreshSeconds, freshSeconds) * SECOND_MS;
  if (failures === 0) return { ms: usual, isLeast: false };
  const doubled = Math.max(usual, Math.min(pageBackoffMsMax, usual * 2 ** Math.min(failures, 20)));
  return { ms: Math.max(doubled, asked), isLeast: asked > doubled };
}
