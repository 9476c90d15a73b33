/**
 * When panels are asked for again. Refreshes never overlap; a page that nobody sees asks nothing and asks once when
 * it is seen again; after errors the waits double; a wait that the server names is kept; and a page that nobody
 * touches slows down, unless it hangs on a wall.
 */
// This file alone: a page that shows a dashboard has no use for all the others.
import { DASHBOARDS_LIMITS } from '../../../../../src/spec/limits/dashboards.ts';
import { SECOND_MS } from '../../../../../src/spec/units.ts';

export interface RefreshRhythm {
  /** Null: only when somebody asks. */
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
  /** Asks at once, and gives up what is on its way. */
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

  /** What is due while nobody looks waits until somebody does. */
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

/** Spread by chance, so that pages that were opened together do not ask together for ever. */
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

/** Undefined: not by itself. `isLeast`: no sooner than this, since somebody has asked for it. */
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
