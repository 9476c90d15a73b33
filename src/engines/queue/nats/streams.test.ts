/** What a queue makes of a server's answers, without a server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { organizationId } from '../../../base/ids.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { createStreams, entryFacts, isConflict, rejectOnDisconnect } from './nats-queue.ts';
import { createSubjects } from './subjects.ts';

const subjects = createSubjects('q');

function apiError(status: number, code = 0): JetStreamApiError {
  return new JetStreamApiError({ code: status, err_code: code, description: `status ${status}` });
}

/** A server that answers a question about a stream so, and what it was told to make. */
function serverThat(answer: () => unknown) {
  const added: object[] = [];
  const streams = {
    info: async () => answer(),
    add: async (draft: object) => added.push(draft),
  };
  return { added, jsm: { streams } as unknown as JetStreamManager };
}

function failing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

test('streams that are there stay as they are', async () => {
  const { jsm, added } = serverThat(() => ({}));

  await createStreams(jsm, subjects, 3);

  assert.deepEqual(added, []);
});

test('streams that are not there are made: entries are kept until they are taken, manifests once each', async () => {
  const { jsm, added } = serverThat(failing(apiError(404)));

  await createStreams(jsm, subjects, 3);

  const common = { storage: 'file', num_replicas: 3 };
  assert.deepEqual(added, [
    {
      ...common,
      discard: 'new',
      name: 'q_entries',
      subjects: ['q.entry.*', 'q.chunk.*.*'],
      allow_direct: true,
    },
    {
      ...common,
      discard: 'old',
      name: 'q_control',
      subjects: ['q.control.>'],
      max_msgs_per_subject: 1,
    },
  ]);
});

test('a server that cannot say whether there is a stream is not told to make one', async () => {
  const notAnApiError = Object.assign(new Error('not found'), { status: 404 });
  for (const error of [apiError(503), apiError(400), new Error('gone'), notAnApiError]) {
    const { jsm, added } = serverThat(failing(error));

    await assert.rejects(createStreams(jsm, subjects, 1), error);
    assert.deepEqual(added, []);
  }
});

test('a conflict is what the server says about another message, and nothing else', () => {
  assert.equal(isConflict(apiError(400, 10_071)), true);
  assert.equal(isConflict(apiError(400, 10_164)), true);
  assert.equal(isConflict(apiError(400, 10_072)), false);
  assert.equal(isConflict(Object.assign(new Error('no'), { code: 10_071 })), false);
});

test('what is under way fails at once when the connection is lost', async () => {
  const lost = new AbortController();
  const queue = { js: {} as never, lost, limits: LIMITS.queue };
  const never = new Promise<never>(() => {});

  const waiting = rejectOnDisconnect(queue, never);
  lost.abort();

  await assert.rejects(waiting, { code: 'QUEUE_UNAVAILABLE' });
  await assert.rejects(rejectOnDisconnect(queue, never), { code: 'QUEUE_UNAVAILABLE' });
});

test('a request passes on its answer and a conflict, and takes any other failure for an absence', async () => {
  const queue = { js: {} as never, lost: new AbortController(), limits: LIMITS.queue };
  const conflict = apiError(400, 10_071);

  assert.equal(await rejectOnDisconnect(queue, Promise.resolve('done')), 'done');
  await assert.rejects(rejectOnDisconnect(queue, Promise.reject(conflict)), conflict);
  await assert.rejects(rejectOnDisconnect(queue, Promise.reject(new Error('timeout'))), {
    code: 'QUEUE_UNAVAILABLE',
  });
});

test('the message of an entry says what it is, and of which chunks', () => {
  const head = headers();
  head.set('Xplain-Mark', 'abc');
  head.set('Xplain-Events', '5');
  head.set('Xplain-Bytes', '70');
  const message = {
    seq: 7,
    subject: subjects.entry(organizationId('org_a.b')),
    headers: head,
    timestampNanos: 9n,
  };
  const facts = {
    ref: '7.abc',
    sequence: 7,
    organization: 'org_a.b',
    events: 5,
    bytes: 70,
    chunks: undefined,
    order: 9n,
  };

  assert.deepEqual(entryFacts(subjects, message), facts);
  head.set('Xplain-Chunk-Id', '1-x');
  head.set('Xplain-Chunk-Sequences', '3,4,6');
  assert.deepEqual(entryFacts(subjects, message), {
    ...facts,
    chunks: { id: '1-x', sequences: [3, 4, 6] },
  });
});

test('subjects tell entries, chunks, manifests and signs of life apart', () => {
  const acme = organizationId('org.*');

  assert.equal(subjects.entry(acme), 'q.entry.org%2E%2A');
  assert.equal(subjects.organizationOf('q.entry.org%2E%2A'), 'org.*');
  assert.equal(subjects.chunk(acme, 'x'), 'q.chunk.org%2E%2A.x');
  assert.equal(subjects.tokenOf('q.control.manifest.t'), 't');
  assert.equal(subjects.manifest('t'), 'q.control.manifest.t');
  assert.equal(subjects.sign('n'), 'q.alive.n');
  assert.equal(subjects.isEntry('q.entry.a'), true);
  assert.equal(subjects.isEntry('q.chunk.a.b'), false);
  assert.equal(subjects.isManifest('q.control.manifest.t'), true);
  assert.equal(subjects.isManifest('q.control.marker'), false);
});
