import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { freeMemory } from '../../base/free-memory.ts';
import type { EngineHealth } from '../../base/health.ts';
import type { Log } from '../../base/log.ts';
import { noteOutage } from '../../base/note-outage.ts';
import type { Metrics } from '../../base/metrics.ts';
import { openPayload } from '../../base/queue-payload.ts';
import {
  type Claim,
  createSinceShared,
  type IngestQueue,
  type SinceShared,
} from '../../engines/queue/queue.ts';
import type { StoredShare } from '../../guard/limits/index.ts';
import type { Limits } from '../../spec/limits.ts';
import type { AnnounceStoring } from './announce-storing.ts';
import { isLight, type Lane, lanesFor } from './lanes.ts';

export interface WriterNeeds {
  readonly queue: IngestQueue;
  readonly store: {
    insert(batch: {
      readonly token: string;
      readonly blocks: readonly Uint8Array[];
      readonly events: number;
      readonly isRepeated: boolean;
    }): Promise<void>;
    health(): Promise<EngineHealth>;
  };
  /** Counts stored events. Called before the queue deletes a batch, possibly more than once. */
  readonly recordUsage: (token: string, shares: readonly StoredShare[]) => Promise<void>;
  /** Lets every node know whose rows are stored, while they are. */
  readonly announce?: AnnounceStoring;
  /** Called for each claim once it is stored. */
  readonly noteStored?: (claim: Claim, at: number) => void;
  readonly limits: Limits['ingest'];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Writer extends AsyncDisposable {
  /** Since when the store is away, in milliseconds since 1970; undefined while it answers. */
  outageSince(): number | undefined;
}

/** Starts the writers of this node. Disposing stops claiming and waits for inserts under way. */
export function startWriter(needs: WriterNeeds): Writer {
  const stop = new AbortController();
  const state: WriterState = {
    inFlight: new Set(),
    heavyInFlight: 0,
    sinceSharedMs: createSinceShared(needs),
    lightAt: -Infinity,
    eventsInFlight: 0,
    batchEvents: needs.limits.batchEventsMin,
    outageSince: undefined,
    replayAt: -Infinity,
  };
  const measure = writerMetrics(needs.metrics);
  const running = runWriter(needs, state, measure, stop.signal);
  return {
    outageSince: () => state.outageSince,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await running;
      await Promise.allSettled(state.inFlight);
    },
  };
}

interface WriterState {
  readonly inFlight: Set<Promise<void>>;
  /** Running inserts that may contain a flood. */
  heavyInFlight: number;
  /** When the last insert without one began. */
  lightAt: number;
  readonly sinceSharedMs: SinceShared;
  eventsInFlight: number;
  /** Number of events that is worth an insert now; adapts to the traffic. */
  batchEvents: number;
  outageSince: number | undefined;
  /** When to look for events that an outage has spilled, perhaps before a restart. */
  replayAt: number;
}

async function runWriter(
  needs: WriterNeeds,
  state: WriterState,
  measure: Measure,
  signal: AbortSignal,
): Promise<void> {
  const claims = noteOutage(
    { warn: needs.log.error.bind(needs.log), info: needs.log.info.bind(needs.log) },
    { begins: 'reading from the queue failed', ends: 'the queue can be read again' },
  );
  while (!signal.aborted) {
    try {
      if (state.outageSince !== undefined) await waitForStore(needs, state, signal);
      else if (needs.clock.now() >= state.replayAt) await replaySpilled(needs, state);
      else await dispatchNext(needs, state, measure, signal);
      claims.worked();
    } catch (error) {
      if (signal.aborted) return;
      // The queue itself failed. Its entries are safe; retry in a moment.
      claims.failed(error);
      await pause(needs.limits.storeProbeMs, signal);
    }
  }
}

/** Hands the next claim to a free writer, or waits until there is one of each. */
async function dispatchNext(
  needs: WriterNeeds,
  state: WriterState,
  measure: Measure,
  signal: AbortSignal,
): Promise<void> {
  const { queue, limits } = needs;
  if (state.inFlight.size >= limits.writersPerNode) {
    await Promise.race(state.inFlight);
    return;
  }
  await lingerForMore(needs, state, signal);
  const bounds = { eventsMax: claimEventsMax(limits), bytesMax: limits.insertBytesMax };
  const now = needs.clock.now();
  const sinceLightMs = now - state.lightAt;
  const lanes = lanesFor(needs, { ...state, sinceLightMs, sinceSharedMs: state.sinceSharedMs() });
  for (const lane of lanes) {
    if (lane === 'light') state.lightAt = needs.clock.now();
    const admits = lane === 'light' ? { admits: isLight(needs) } : {};
    const claim = await queue.claim({ ...bounds, ...admits });
    if (claim !== undefined) return dispatch(needs, state, measure, claim, lane);
  }
  if (lanes.includes('any')) return queue.waitForWork(signal);
  // What waits is a flood, and all writers that may take it are busy.
  await Promise.race([...state.inFlight, pause(limits.lingerMs, signal)]);
}

function dispatch(
  needs: WriterNeeds,
  state: WriterState,
  measure: Measure,
  claim: Claim,
  lane: Lane,
): void {
  const { limits } = needs;
  const isHeavy = lane === 'any' && claim.events > limits.batchEventsMax;
  state.eventsInFlight += claim.events;
  if (isHeavy) state.heavyInFlight++;
  state.batchEvents = Math.min(
    Math.max(claim.events, limits.batchEventsMin),
    limits.batchEventsMax,
  );
  const work = storeClaim(needs, state, measure, claim).finally(() => {
    state.inFlight.delete(work);
    state.eventsInFlight -= claim.events;
    if (isHeavy) state.heavyInFlight--;
  });
  state.inFlight.add(work);
}

/**
 * During a backlog, several full batches are combined into one insert. All writers together claim at most half of the
 * queue: claimed entries can't be spilled during an outage, the others can.
 */
function claimEventsMax(limits: Limits['ingest']): number {
  const share = Math.floor(limits.queueEventsMax / (2 * limits.writersPerNode));
  return Math.max(1, Math.min(limits.batchEventsMax * limits.batchesJoinedMax, share));
}

/** How often a writer that waits for company looks around. */
const SLICE_MS = 20;

/**
 * Many small inserts cost the store more than a short wait costs the reader: a batch smaller than the last one waits a
 * moment for more events. A full one is inserted immediately.
 */
async function lingerForMore(
  needs: WriterNeeds,
  state: WriterState,
  signal: AbortSignal,
): Promise<void> {
  const { queue, limits } = needs;
  const waiting = (): number => queue.depth().events - state.eventsInFlight;
  if (waiting() <= 0) return;
  const lingerMs = Math.min(limits.lingerMs, limits.flushMsMax);
  const until = needs.clock.now() + lingerMs;
  for (let slice = 0; slice * SLICE_MS < lingerMs && needs.clock.now() <= until; slice++) {
    if (signal.aborted || waiting() >= state.batchEvents) return;
    await pause(SLICE_MS, signal);
  }
}

async function storeClaim(
  needs: WriterNeeds,
  state: WriterState,
  measure: Measure,
  claim: Claim,
): Promise<void> {
  const { queue, store, log, clock } = needs;
  const startedAt = clock.now();
  try {
    const blocks = blocksOf(claim);
    const { token, events, isRepeated } = claim;
    const insert = (): Promise<void> => store.insert({ token, blocks, events, isRepeated });
    if (blocks.length > 0) {
      const organizations = new Set(claim.entries.map(({ organization }) => organization));
      await (needs.announce?.(organizations, insert) ?? insert());
    }
    const storedAt = clock.now();
    measure.stored(claim.events, storedAt - startedAt);
    needs.noteStored?.(claim, storedAt);
  } catch (error) {
    await handleFailure(needs, state, measure, claim, error);
    return;
  }
  try {
    await needs.recordUsage(claim.token, sharesOf(claim));
    await queue.acknowledge(claim);
    for (const { payload } of claim.entries) freeMemory(payload);
  } catch (error) {
    // The rows are stored; under the same token a second insert adds nothing.
    log.error({ err: error, token: claim.token }, 'acknowledging a stored batch failed');
    // Pauses before the next attempt.
    await pause(needs.limits.storeProbeMs, new AbortController().signal);
    await settle(needs, claim, () => queue.release(claim));
  }
}

/** A request of which the pipelines have left nothing only counts. */
function blocksOf(claim: Claim): Uint8Array[] {
  return claim.entries
    .map(({ payload }) => openPayload(payload).block)
    .filter((block) => block.length > 0);
}

/** The counts of each entry. */
export function sharesOf(claim: Claim): StoredShare[] {
  return claim.entries.map(({ organization, events, payload }) => {
    const { sentBytes, acceptedAt } = openPayload(payload);
    return { organization, events, sentBytes, acceptedAt };
  });
}

async function handleFailure(
  needs: WriterNeeds,
  state: WriterState,
  measure: Measure,
  claim: Claim,
  error: unknown,
): Promise<void> {
  const { queue, limits, log, clock } = needs;
  const facts = { token: claim.token, events: claim.events, attempts: claim.attempts };
  if (error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE') {
    if (state.outageSince === undefined) {
      log.warn({ ...facts }, 'log store unavailable, writers paused');
    }
    state.outageSince ??= clock.now();
    await settle(needs, claim, () => queue.release(claim));
    return;
  }
  if (claim.attempts < limits.retriesMax) {
    const delayMs = Math.min(limits.retryDelayMsMin * 2 ** claim.attempts, limits.retryDelayMsMax);
    log.warn({ ...facts, delayMs, err: error }, 'storing a batch failed, it will be retried');
    measure.retried();
    await settle(needs, claim, () => queue.retryLater(claim, delayMs));
    return;
  }
  log.error({ ...facts, err: error }, 'batch dead-lettered');
  measure.died(claim.events);
  await settle(needs, claim, () => queue.deadLetter(claim, reasonOf(error)));
}

/** A claim must go back to the queue one way or the other; if even that fails, a restart hands it out again. */
async function settle(
  needs: WriterNeeds,
  claim: Claim,
  giveBack: () => Promise<void>,
): Promise<void> {
  try {
    await giveBack();
  } catch (error) {
    needs.log.error({ err: error, token: claim.token }, 'returning a batch to the queue failed');
  }
}

/** The reason stored with a dead letter: only our own messages and codes, never text of the engine. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return `${error.code}: ${error.message}`;
  return 'The store refused the batch; the log has the details.';
}

/** Brings back what an outage has spilled. Where that fails, what waits is stored first: it may need the room. */
async function replaySpilled(needs: WriterNeeds, state: WriterState): Promise<void> {
  const { store, queue, limits, clock, log } = needs;
  if ((await store.health()).state === 'down') {
    state.outageSince = clock.now();
    return;
  }
  state.replayAt = Infinity;
  try {
    const replayed = await queue.replayDeadLetters({ spilledOnly: true });
    if (replayed > 0) log.info({ replayed }, 'replaying spilled events');
  } catch (error) {
    log.error({ err: error }, 'replaying spilled events failed');
    state.replayAt = clock.now() + limits.retryDelayMsMax;
  }
}

/** While the store is away nothing is claimed; a long outage with a full queue spills the oldest events. */
async function waitForStore(
  needs: WriterNeeds,
  state: WriterState,
  signal: AbortSignal,
): Promise<void> {
  const { store, queue, limits, clock, log } = needs;
  const since = state.outageSince ?? clock.now();
  const health = await store.health();
  if (health.state !== 'down') {
    // It answers and has refused a batch: a disk without space, perhaps. Not again immediately.
    await pause(Math.max(0, since + limits.storeProbeMs - clock.now()), signal);
    state.outageSince = undefined;
    queue.noteSpilling(false);
    state.replayAt = clock.now();
    log.info({ awayMs: clock.now() - since }, 'log store available, writers resumed');
    return;
  }
  if (isFull(needs) && clock.now() - since > limits.storeOutageMsMax) {
    const events = Math.ceil(limits.queueEventsMax * queue.nodes() * limits.spillRatio);
    queue.noteSpilling(true);
    const spilled = await queue.spillOldest(
      events,
      'The log store was unavailable and the queue was full.',
    );
    log.error({ spilled, awayMs: clock.now() - since }, 'oldest events moved to the dead letters');
  }
  await pause(limits.storeProbeMs, signal);
}

/**
 * The queue has no space left, or so little that a request was rejected: a large request never takes the last slots.
 * Once events are spilled nothing more is accepted, so only a queue without any space counts as full.
 */
function isFull({ queue, limits }: WriterNeeds): boolean {
  const depth = queue.depth();
  const events = depth.events / (limits.queueEventsMax * queue.nodes());
  const bytes = depth.bytes / (limits.queueBytesMax * queue.nodes());
  const filled = Math.max(events, bytes);
  if (filled >= 1) return true;
  const isShort = filled >= limits.queueWarnRatio && !queue.isSpilling();
  return isShort && queue.sinceFullMs() <= limits.storeOutageMsMax;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

type Measure = ReturnType<typeof writerMetrics>;

function writerMetrics(metrics: Metrics) {
  const batchEvents = metrics.histogram(
    'xplain_writer_batch_events',
    'Events per insert into the store.',
    [1, 10, 100, 1_000, 5_000, 10_000, 50_000, 100_000],
  );
  const insertSeconds = metrics.histogram(
    'xplain_writer_insert_seconds',
    'Duration of an insert into the store.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  const events = metrics.counter('xplain_writer_events_total', 'Events stored.');
  const retries = metrics.counter(
    'xplain_writer_retries_total',
    'Failed batches that will be retried.',
  );
  const dead = metrics.counter(
    'xplain_writer_dead_events_total',
    'Events that became dead letters.',
  );
  return {
    stored(count: number, ms: number): void {
      events.add(count);
      batchEvents.observe(count);
      insertSeconds.observe(ms / 1000);
    },
    retried: (): void => retries.add(1),
    died: (count: number): void => dead.add(count),
  };
}
