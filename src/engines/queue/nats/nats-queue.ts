import {
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  type JetStreamClient,
  type JetStreamManager,
  type JetStreamPublishOptions,
  type JsMsg,
  type PubAck,
} from '@nats-io/jetstream';
import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Limits } from '../../../spec/limits.ts';
import { queueUnavailable } from '../queue-unavailable.ts';
import { createWakeUp, type WakeUp } from '../wake-up.ts';
import { createLedger, type EntryFacts, type Ledger } from './ledger.ts';
import { decodeManifest, entryRef } from './manifest.ts';
import { createSubjects, type Subjects } from './subjects.ts';
import { followStream, type Tail, type TailOptions } from './tail.ts';

export interface NatsNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits['queue'];
}

/** What one node has of the queue. */
export interface NatsQueue extends NatsNeeds {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly subjects: Subjects;
  /** ID of this node while it is open; a reopened queue gets a different one. */
  readonly node: string;
  readonly wakeUp: WakeUp;
  /** Claims that a writer of this process has in hand. */
  readonly handedOut: Set<string>;
  /** When each node last gave a sign of life, by this process's steady clock. */
  readonly signs: Map<string, number>;
  /** Nodes whose last heartbeat reported that they spill events. */
  readonly spilling: Set<string>;
  /** When events did not fit on some node, by this process's steady clock. */
  fullAt: number;
  /** Removals that are under way. */
  readonly removals: Set<Promise<void>>;
  /** Manifests whose entries this node has removed from the server, and when, by its steady clock. */
  readonly removed: Map<string, number>;
  ledger: Ledger;
  /** Chunks on the server whose entry has not come yet: their sequences, by the id they share. */
  looseChunks: Map<string, number[]>;
  entryTail: Tail;
  controlTail: Tail;
  /** Manifests are written one after the other, so that a node never competes with itself. */
  controlTurn: Promise<void>;
  /** Settles when no view is being loaded. */
  reloading: Promise<void>;
  isConnected: boolean;
  /** Aborts when the connection is lost: nothing that is under way will be answered. */
  lost: AbortController;
  isClosed: boolean;
}

export const HEADERS = {
  mark: 'Xplain-Mark',
  events: 'Xplain-Events',
  bytes: 'Xplain-Bytes',
  chunkId: 'Xplain-Chunk-Id',
  chunkSequences: 'Xplain-Chunk-Sequences',
} as const;

export async function createNatsQueue(
  needs: NatsNeeds,
  connection: NatsConnection,
  options: {
    readonly name: string;
    readonly replicas: number;
    readonly node: string;
  },
): Promise<NatsQueue> {
  const apiOptions = { timeout: needs.limits.appendMsMax };
  const jsm = await jetstreamManager(connection, apiOptions);
  const subjects = createSubjects(options.name);
  await createStreams(jsm, subjects, options.replicas);
  const partial = {
    ...needs,
    connection,
    js: jetstream(connection, apiOptions),
    jsm,
    subjects,
    node: options.node,
    wakeUp: createWakeUp(),
    handedOut: new Set<string>(),
    signs: new Map<string, number>(),
    spilling: new Set<string>(),
    fullAt: -Infinity,
    removals: new Set<Promise<void>>(),
    removed: new Map<string, number>(),
    controlTurn: Promise.resolve(),
    reloading: Promise.resolve(),
    isConnected: true,
    lost: new AbortController(),
    isClosed: false,
  };
  return { ...partial, ...(await loadView(partial)) };
}

/** Settings that an operator has changed on an existing stream are kept. */
export async function createStreams(
  jsm: JetStreamManager,
  subjects: Subjects,
  replicas: number,
): Promise<void> {
  const common = { storage: 'file', num_replicas: replicas, discard: 'new' } as const;
  await createStream(jsm, {
    ...common,
    name: subjects.entryStream,
    subjects: [subjects.allEntries, subjects.allChunks],
    allow_direct: true,
  });
  await createStream(jsm, {
    ...common,
    name: subjects.controlStream,
    subjects: [subjects.allControl],
    max_msgs_per_subject: 1,
    discard: 'old',
  });
}

type StreamDraft = Parameters<JetStreamManager['streams']['add']>[0];

/** Creates the stream only if the server reports that it is missing: with any other error, it may exist. */
async function createStream(jsm: JetStreamManager, draft: StreamDraft): Promise<void> {
  try {
    await jsm.streams.info(draft.name);
  } catch (error) {
    const isMissing = error instanceof JetStreamApiError && error.status === 404;
    if (!isMissing) throw error;
    await jsm.streams.add(draft);
  }
}

type Contents = Pick<NatsQueue, 'ledger' | 'looseChunks'>;
type View = Contents & Pick<NatsQueue, 'entryTail' | 'controlTail'>;
type ViewNeeds = Pick<
  NatsQueue,
  'js' | 'jsm' | 'subjects' | 'signs' | 'wakeUp' | 'lost' | 'limits'
>;

/** Reads both streams from their beginning and keeps following them. */
async function loadView(queue: ViewNeeds): Promise<View> {
  const { subjects } = queue;
  const contents: Contents = { ledger: createLedger(queue.limits), looseChunks: new Map() };
  const { ledger } = contents;
  await using tails = new AsyncDisposableStack();
  const follow = async (options: Omit<TailOptions, 'limits'>): Promise<Tail> =>
    tails.use(await followStream(queue.js, { ...options, limits: queue.limits }));
  const load = async (): Promise<View> => {
    const controlTail = await follow({
      stream: subjects.controlStream,
      headersOnly: false,
      onMessage: (message) => readControlMessage(queue, ledger, message),
    });
    const entryTail = await follow({
      stream: subjects.entryStream,
      headersOnly: true,
      onMessage: (message) => readEntryMessage(queue, contents, message),
    });
    const { state } = await queue.jsm.streams.info(subjects.entryStream);
    await Promise.all([
      controlTail.reached(await writeMarker(queue)),
      entryTail.passed(state.last_seq),
    ]);
    return { ...contents, entryTail, controlTail };
  };
  const view = await rejectOnDisconnect(queue, load());
  tails.move();
  ledger.start();
  queue.wakeUp.wake();
  return view;
}

/** Starts over with what the server has now; one after the other. */
export async function reloadView(queue: NatsQueue): Promise<void> {
  const reloading = queue.reloading.then(() => reload(queue));
  queue.reloading = reloading.catch(() => {});
  await reloading;
}

async function reload(queue: NatsQueue): Promise<void> {
  const { entryTail, controlTail } = queue;
  Object.assign(queue, await loadView(queue));
  // A server that was killed may have forgotten its last removals: they are done again before their manifest goes.
  queue.removed.clear();
  await Promise.all([entryTail[Symbol.asyncDispose](), controlTail[Symbol.asyncDispose]()]);
}

function readControlMessage(queue: ViewNeeds, ledger: Ledger, message: JsMsg): void {
  if (!queue.subjects.isManifest(message.subject)) return;
  const manifest = decodeManifest(message.string());
  if (manifest.holder !== '' && !queue.signs.has(manifest.holder)) {
    queue.signs.set(manifest.holder, performance.now());
  }
  ledger.apply({ ...manifest, sequence: message.seq, time: message.timestampNanos });
  queue.wakeUp.wake();
}

/** The message of an entry follows its chunks. */
function readEntryMessage(queue: ViewNeeds, contents: Contents, message: JsMsg): void {
  const { subjects, wakeUp } = queue;
  const { ledger, looseChunks } = contents;
  if (subjects.isEntry(message.subject)) {
    const facts = entryFacts(subjects, message);
    if (facts.chunks !== undefined) looseChunks.delete(facts.chunks.id);
    ledger.addEntry(facts);
    wakeUp.wake();
    return;
  }
  const id = subjects.tokenOf(message.subject);
  const sequences = looseChunks.get(id);
  if (sequences === undefined) looseChunks.set(id, [message.seq]);
  else sequences.push(message.seq);
}

/** Extracts the facts about an entry from its message, however it was read. */
export function entryFacts(
  subjects: Subjects,
  message: Pick<JsMsg, 'seq' | 'subject' | 'headers' | 'timestampNanos'>,
): EntryFacts {
  const read = (name: string): string => message.headers?.get(name) ?? '';
  const chunkId = read(HEADERS.chunkId);
  return {
    ref: entryRef(message.seq, read(HEADERS.mark)),
    sequence: message.seq,
    organization: subjects.organizationOf(message.subject),
    events: Number(read(HEADERS.events)),
    bytes: Number(read(HEADERS.bytes)),
    chunks:
      chunkId === ''
        ? undefined
        : { id: chunkId, sequences: read(HEADERS.chunkSequences).split(',').map(Number) },
    order: message.timestampNanos,
  };
}

/** Resolves to the sequence of a message that follows everything written before. */
export async function writeMarker(queue: Connected & Pick<NatsQueue, 'subjects'>): Promise<number> {
  const { seq } = await publish(queue, queue.subjects.marker, '');
  return seq;
}

type Connected = Pick<NatsQueue, 'js' | 'lost' | 'limits'>;

const WRONG_LAST_SEQUENCE = new Set([10071, 10164]);

/** The server found another message where this one expected none. */
export function isConflict(error: unknown): boolean {
  return error instanceof JetStreamApiError && WRONG_LAST_SEQUENCE.has(error.code);
}

/** Resolves once the server has stored the message; rejects with QUEUE_UNAVAILABLE or a conflict. */
export async function publish(
  queue: Connected,
  subject: string,
  body: string | Uint8Array,
  options: { readonly headers?: MsgHdrs; readonly expect?: JetStreamPublishOptions['expect'] } = {},
): Promise<PubAck> {
  return rejectOnDisconnect(
    queue,
    queue.js.publish(subject, body, { ...options, timeout: queue.limits.appendMsMax }),
  );
}

/**
 * Rejects with QUEUE_UNAVAILABLE, or a conflict; immediately if the connection is lost, since no answer will arrive.
 */
export async function rejectOnDisconnect<T>(queue: Connected, request: Promise<T>): Promise<T> {
  const { lost, limits } = queue;
  const { promise, reject } = Promise.withResolvers<never>();
  const onLost = (): void => reject(new Error('NATS is not connected.'));
  if (lost.signal.aborted) onLost();
  else lost.signal.addEventListener('abort', onLost);
  try {
    return await Promise.race([request, promise]);
  } catch (error) {
    if (isConflict(error)) throw error;
    throw queueUnavailable(limits, error);
  } finally {
    lost.signal.removeEventListener('abort', onLost);
  }
}

export function assertOpen(queue: NatsQueue): void {
  if (queue.isClosed) throw queueUnavailable(queue.limits, new Error('The queue is closed.'));
}
