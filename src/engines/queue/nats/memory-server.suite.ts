import { JetStreamApiError } from '@nats-io/jetstream';
import type { MsgHdrs } from '@nats-io/transport-node';
import { LIMITS } from '../../../../test/support/limits.ts';
import { silentLog } from '../../../base/log.ts';
import { KB } from '../../../spec/units.ts';
import { createLedger } from './ledger.ts';
import type { NatsQueue } from './nats-queue.ts';
import { createSubjects } from './subjects.ts';

export interface Published {
  readonly subject: string;
  readonly body: Uint8Array;
  readonly headers: MsgHdrs | undefined;
  readonly expect: unknown;
}

export interface MemoryServer {
  readonly queue: NatsQueue;
  readonly published: Published[];
  readonly clock: { at: number; now(): number };
  /** Messages by stream and sequence. */
  readonly streams: Record<'test_entries' | 'test_control', Map<number, Published>>;
  /** What replicas that lag behind do not have yet. */
  readonly lagging: Set<number>;
  /** How often somebody was woken, and for how long somebody waited. */
  readonly wakeUps: { count: number; readonly waits: (number | undefined)[] };
  /** What the next messages are refused with. */
  readonly refusals: Error[];
  readonly reached: number[];
}

export const CONFLICT = new JetStreamApiError({
  code: 400,
  err_code: 10_071,
  description: 'wrong last sequence',
});

/** One node of a queue whose server is a few maps: as much of NATS as entries and manifests need. */
export function openMemoryServer(messageBytes: number = 8 * KB + 10): MemoryServer {
  const clock = { at: 5_000, now: () => clock.at };
  const streams = { test_entries: new Map(), test_control: new Map() };
  const server = {
    published: [] as Published[],
    clock,
    streams,
    lagging: new Set<number>(),
    wakeUps: { count: 0, waits: [] as (number | undefined)[] },
    refusals: [] as Error[],
    reached: [] as number[],
  };
  const ledger = createLedger(LIMITS.queue);
  ledger.start();
  const controlTail = {
    sequence: 0,
    advance: (sequence: number) => void (controlTail.sequence = sequence),
    reached: async (sequence: number) => {
      server.reached.push(sequence);
      controlTail.sequence = sequence;
    },
  };
  const queue = {
    clock,
    log: silentLog,
    limits: { ...LIMITS.queue, reasonCharactersMax: 5, claimLeaseMs: 60_000 },
    connection: { info: { max_payload: messageBytes } },
    js: { publish: publishTo(server) },
    jsm: managerOf(server),
    subjects: createSubjects('test'),
    node: 'here',
    wakeUp: {
      wake: () => void (server.wakeUps.count += 1),
      wait: async (_: AbortSignal, ms: number | undefined) => void server.wakeUps.waits.push(ms),
    },
    handedOut: new Set(),
    signs: new Map(),
    spilling: new Set(),
    removals: new Set(),
    removed: new Map(),
    ledger,
    controlTail,
    controlTurn: Promise.resolve(),
    reloading: Promise.resolve(),
    lost: new AbortController(),
    isClosed: false,
  };
  return { ...server, queue: queue as unknown as NatsQueue };
}

type Parts = Omit<MemoryServer, 'queue'>;

function publishTo({ published, streams, refusals }: Parts) {
  return async (
    subject: string,
    body: Uint8Array | string,
    options: { headers?: MsgHdrs; expect?: unknown },
  ) => {
    const refusal = refusals.shift();
    if (refusal !== undefined) throw refusal;
    const stream = subject.startsWith('test.control.')
      ? streams.test_control
      : streams.test_entries;
    const message = {
      subject,
      body: typeof body === 'string' ? Buffer.from(body) : body,
      headers: options.headers,
      expect: options.expect,
    };
    const seq = Math.max(0, ...stream.keys()) + 1;
    published.push(message);
    stream.set(seq, message);
    return { seq };
  };
}

function managerOf({ streams, lagging, clock }: Parts) {
  type Query = { readonly seq: number } | { readonly last_by_subj: string };
  const find = (stream: 'test_entries' | 'test_control', query: Query) => {
    const all = [...streams[stream]];
    const found =
      'seq' in query
        ? all.find(([seq]) => seq === query.seq)
        : all.findLast(([, { subject }]) => subject === query.last_by_subj);
    if (found === undefined) return null;
    const [seq, { subject, body, headers }] = found;
    const time = new Date(clock.at);
    return {
      seq,
      subject,
      header: headers,
      data: body,
      time,
      string: () => Buffer.from(body).toString(),
    };
  };
  return {
    direct: {
      getMessage: async (stream: 'test_entries', query: { seq: number }) =>
        lagging.has(query.seq) ? null : find(stream, query),
    },
    streams: {
      getMessage: async (stream: 'test_entries' | 'test_control', query: Query) =>
        find(stream, query),
      deleteMessage: async (stream: 'test_entries', seq: number) => streams[stream].delete(seq),
    },
  };
}
