import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { systemClock } from '../../../src/base/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { openPayload } from '../../../src/base/queue-payload.ts';
import { openLmdbQueue } from '../../../src/engines/queue/lmdb/open-lmdb-queue.ts';
import type { IngestQueue } from '../../../src/engines/queue/queue.ts';
import { readBlocks, type StoredRecord } from '../store/read-block.ts';
import { ingestRoutes } from '../../../src/flow/ingest/routes.ts';
import { createReceiptIds, type IngestNeeds } from '../../../src/flow/ingest/index.ts';
import { createLocalReader } from '../../../src/flow/ingest/reading/create-local-reader.ts';
import type { EventReader } from '../../../src/flow/ingest/reading/event-reader.ts';
import type { ReaderNeeds } from '../../../src/flow/ingest/reading/open-event-reader.ts';
import { createApiKey } from '../../../src/guard/access/credentials/create-api-key.ts';
import { revokeApiKey } from '../../../src/guard/access/credentials/revoke-api-key.ts';
import type { App } from '../../../src/http/app.ts';
import { listen } from '../../../src/http/listen.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { LIMITS } from '../limits.ts';
import type { RateName } from '../../../src/spec/rates.ts';
import type { KeyScope } from '../../../src/spec/roles.ts';
import { createTestEncoder } from './event-encoder.ts';
import { type AccessUnderTest, openAccess } from '../open-access.ts';
import { startAccess } from '../start-access.ts';
import { removeFolder } from '../remove-folder.ts';

/** Every ingest endpoint behind the real gate, on a real queue, at a real port. */
export interface IngestUnderTest {
  readonly url: string;
  /** The value of an ingest-only key named `shipper`. */
  readonly key: string;
  /** What the queue has taken since the last look, in this order. */
  readonly queued: () => Seen[];
  /** What the daily quota was told since the last look. */
  readonly countedBytes: () => number;
  /** From now on the queue has no room, as if a store had been away for so long. */
  readonly fillQueue: () => void;
  readonly newKey: (scope: KeyScope) => Promise<string>;
  readonly revokedKey: () => Promise<string>;
}

/** A record with its attributes as an object. */
export type Seen = Omit<StoredRecord, 'attributes'> & {
  readonly attributes: Readonly<Record<string, string>>;
};

export interface IngestOptions {
  readonly rates?: Partial<Record<RateName, number>>;
  /** What reads bodies; without it they are read where requests are answered. */
  readonly openReader?: (needs: ReaderNeeds) => EventReader;
  readonly limits?: Limits;
  /** Told when events are turned away. */
  readonly gaps?: NonNullable<IngestNeeds['gaps']>;
  /** Further endpoints. */
  readonly mount?: (app: App, access: AccessUnderTest) => void;
}

export async function startIngest(
  t: TestContext,
  options: IngestOptions = {},
): Promise<IngestUnderTest> {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  await addIndex(access, id);
  const queue = await openQueue(t);
  let isFull = false;
  let accepted: Uint8Array[] = [];
  let counted = 0;
  const { metadata, cache } = access;
  const common = { metadata, cache, limits: options.limits ?? LIMITS };
  const reading = { ...common, encoder: createTestEncoder() };
  const needs: IngestNeeds = {
    queue: {
      append: async (entry) => {
        // A copy: the memory is given back once the queue has it.
        const block = new Uint8Array(openPayload(entry.payload).block);
        const position = await queue.append(entry);
        accepted.push(block);
        return position;
      },
      depth: () =>
        isFull ? { ...queue.depth(), events: LIMITS.ingest.queueEventsMax * 3 } : queue.depth(),
      nodes: () => 1,
      isSpilling: () => false,
      noteFull: () => {},
    },
    ...common,
    clock: systemClock,
    reader: (options.openReader ?? createLocalReader)(reading),
    backpressure: () => 0,
    noteDepth: () => {},
    holding: queue,
    heldRoom: { require: () => {} },
    quota: { verdict: () => 'open', note: (_, bytes) => void (counted += bytes) },
    receipts: createReceiptIds('secret of the endpoints under test'),
  };
  const { app } = startAccess(t, access, {
    ...(options.rates === undefined ? {} : { rates: options.rates }),
    mount: (mounted) => {
      ingestRoutes(mounted, { ...needs, ...('gaps' in options ? { gaps: options.gaps } : {}) });
      options.mount?.(mounted, access);
    },
  });
  const create = (scope: KeyScope) =>
    createApiKey(access.needs, owner.actor, { name: 'shipper', scope });
  return {
    url: `http://127.0.0.1:${await listen(app, { host: '127.0.0.1', port: 0 })}`,
    key: (await create('ingest-only')).value,
    queued: () => {
      const blocks = accepted;
      accepted = [];
      return blocks.flatMap((block) => readBlocks(block).map(withObject));
    },
    countedBytes: () => {
      const bytes = counted;
      counted = 0;
      return bytes;
    },
    fillQueue: () => void (isFull = true),
    newKey: async (scope) => (await create(scope)).value,
    revokedKey: async () => {
      const key = await create('ingest-only');
      await revokeApiKey(access.needs, owner.actor, key.id);
      return key.value;
    },
  };
}

async function addIndex({ metadata, clock }: AccessUnderTest, organization: string): Promise<void> {
  const row = { organization_id: organization, name: 'apps', description: '', retention_days: 7 };
  await metadata.db
    .insertInto('indexes')
    .values({ ...row, created_at: clock.now() })
    .execute();
}

async function openQueue(t: TestContext): Promise<IngestQueue> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-ingest-'));
  const needs = { clock: systemClock, log: silentLog, limits: LIMITS.queue };
  const queue = await openLmdbQueue(needs, { directory });
  t.after(async () => {
    await queue[Symbol.asyncDispose]();
    removeFolder(directory);
  });
  return queue;
}

function withObject({ attributes, ...record }: StoredRecord): Seen {
  return { ...record, attributes: Object.fromEntries(attributes) };
}
