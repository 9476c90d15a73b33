/**
 * The story: a release of the payments service opens a database connection per request and never gives it
 * back. The pool runs dry, checkouts time out, the gateway answers 502, and a rollback ends it.
 */
import type { DemoEvent } from './demo-event.ts';

const MINUTE = 60_000;
/** The story repeats, so that a demo that runs for days stays interesting. */
const EVERY = 3 * 60 * MINUTE;
/** Time between the release and the start of the demo: that story is over when a user arrives. */
const BEFORE_START = 42 * MINUTE;
/** How long after it the release went out again: that story is in full swing. */
const AGAIN = 36 * MINUTE;
const POOL_DRY = 3 * MINUTE;
const ROLLBACK = 17 * MINUTE;
const RECOVERED = 20 * MINUTE;

export interface Shop {
  readonly paymentsVersion: string;
  /** Share of the payments' database connections that are lost, 0 to 1. */
  readonly poolLost: number;
}

/** Time since the last release, given when the demo started. */
function sinceRelease(startedAt: number, at: number): number {
  const first = at - startedAt + BEFORE_START;
  // Before the first release everything is healthy, as it is long after the last one.
  if (first < 0) return EVERY - 1;
  return first < AGAIN ? first : (first - AGAIN) % EVERY;
}

export function shopAt(startedAt: number, at: number): Shop {
  const since = sinceRelease(startedAt, at);
  const isNew = since < ROLLBACK;
  return { paymentsVersion: isNew ? '2.14.0' : '2.13.4', poolLost: poolLost(since) };
}

function poolLost(since: number): number {
  if (since < POOL_DRY) return (since / POOL_DRY) * 0.5;
  if (since < ROLLBACK) return Math.min(1, 0.6 + (since - POOL_DRY) / (6 * MINUTE));
  if (since < RECOVERED) return 0.5 * (1 - (since - ROLLBACK) / (RECOVERED - ROLLBACK));
  return 0;
}

/** What the deployment pipeline writes in the second that begins at `at`. */
export function deploymentEvents(startedAt: number, at: number): DemoEvent[] {
  const second = Math.floor(sinceRelease(startedAt, at) / 1_000);
  const lines = STEPS.get(second) ?? [];
  return lines.map(([level, event, version], place) => ({
    timestamp: at + place * 40,
    index: 'deploy',
    level,
    source: 'pipeline',
    event,
    attributes: {
      service: 'payments',
      version,
      environment: 'production',
      pipeline: 4_800 + (second % 7),
    },
  }));
}

type Step = readonly [DemoEvent['level'], string, string];

/** By seconds since the release. */
const STEPS: ReadonlyMap<number, readonly Step[]> = new Map<number, readonly Step[]>([
  [0, [['info', 'deployment of payments 2.14.0 started by ci', '2.14.0']]],
  [8, [['info', 'step build-image: image payments:2.14.0 pushed, digest verified', '2.14.0']]],
  [14, [['info', 'step migrate: 3 migrations applied, schema at version 87', '2.14.0']]],
  [15, [['info', 'step cache-warmup: skipped, flag WARM_CACHE is off', '2.14.0']]],
  [31, [['info', 'step rollout: 4 of 4 replicas updated', '2.14.0']]],
  [33, [['info', 'step health-check: all replicas answered 200 within 12 ms', '2.14.0']]],
  [
    34,
    [
      [
        'warn',
        'step smoke-test: 1 of 6 checks failed: refund returned 504 after 5000 ms',
        '2.14.0',
      ],
    ],
  ],
  [35, [['info', 'deployment of payments 2.14.0 finished', '2.14.0']]],
  [960, [['warn', 'rollback of payments to 2.13.4 requested by oncall', '2.13.4']]],
  [1_010, [['info', 'step rollout: 4 of 4 replicas updated', '2.13.4']]],
  [1_020, [['info', 'rollback of payments to 2.13.4 finished', '2.13.4']]],
]);
