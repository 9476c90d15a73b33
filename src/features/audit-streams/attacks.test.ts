/** Receivers that mean no good, or do not know what they do. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { startReceiver } from '../../../test/support/start-receiver.ts';
import { isSigned, startStreams } from '../../../test/support/start-streams.ts';
import { runDue } from '../../engines/schedule/schedule.ts';
import { HOUR_MS } from '../../spec/units.ts';
import { createStream, readStream } from './manage-streams.ts';
import { sendEntries } from './send-entries.ts';
import type { StreamNeeds } from './stream-needs.ts';

/** As long as a request may take here. */
const SEND_MS = 200;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id: organization, owner } = await access.newOrganization();
  const streams = await startStreams(t, access);
  const { outbound } = streams.needs;
  const needs: StreamNeeds = {
    ...streams.needs,
    outbound: {
      ...outbound,
      send: (request) => outbound.send({ ...request, totalMsMax: SEND_MS }),
    },
  };
  const send = () =>
    runDue(
      { ...needs, metadata: access.metadata },
      sendEntries(needs),
      new AbortController().signal,
    );
  return { ...streams, access, organization, owner, needs, send };
}

test('an answer that comes too late is none: the same request comes again, and what follows after it', async (t) => {
  const { access, owner, needs, receiver, record, ship, send, bodies } = await start(t);
  const { id, secret = '' } = await createStream(needs, owner.actor, {
    name: 'SIEM',
    url: receiver.url,
  });
  await record(owner.actor, 3);
  await ship();
  const { promise: late, resolve: answerLate } = Promise.withResolvers<{ status: number }>();
  receiver.behave(() => late);
  await send();
  assert.match((await readStream(needs, owner.actor, id)).lastError, /Timed out/);
  // It has taken the entries, and says so when nobody listens any more.
  answerLate({ status: 200 });
  await record(owner.actor, 2);
  await ship();
  access.clock.advance(HOUR_MS);
  receiver.behave(() => ({ status: 200 }));
  await send();

  assert.deepEqual(
    bodies().map(({ from, to }) => [from, to]),
    [
      [1, 4],
      [1, 4],
      [5, 6],
    ],
  );
  const [first, second] = receiver.calls;
  assert.equal(first?.body, second?.body);
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  assert.ok(receiver.calls.every((call) => isSigned(call, secret)));
  assert.ok(second !== undefined && !isSigned({ ...second, body: `${second.body} ` }, secret));
  const older = { ...second.headers, 'webhook-timestamp': '1' };
  assert.ok(!isSigned({ ...second, headers: older }, secret), 'the time is signed, too');
});

test('nobody goes where a receiver points to', async (t) => {
  const { access, owner, needs, receiver, ship, send } = await start(t);
  const elsewhere = await startReceiver(t);
  const { id } = await createStream(needs, owner.actor, { name: 'SIEM', url: receiver.url });
  await ship();
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.behave(() => ({ status, headers: { location: elsewhere.url } }));
    await send();
    access.clock.advance(HOUR_MS);
  }

  assert.deepEqual([receiver.calls.length, elsewhere.connections()], [5, 0]);
  const { failures, sentTo, lastError } = await readStream(needs, owner.actor, id);
  assert.deepEqual([failures, sentTo], [5, 0]);
  assert.match(lastError, /redirect/);
});

test('a receiver that answers byte by byte holds nobody up', async (t) => {
  const { access, owner, needs, receiver, ship, send } = await start(t);
  const url = await startSlow(t);
  const { id: slow } = await createStream(needs, owner.actor, { name: 'slow', url });
  const { id: quick } = await createStream(needs, owner.actor, {
    name: 'quick',
    url: receiver.url,
  });
  await ship();
  await send();

  const shown = await readStream(needs, owner.actor, slow);
  assert.deepEqual([shown.failures, shown.sentTo], [1, 0]);
  assert.match(shown.lastError, /Timed out/);
  assert.equal((await readStream(needs, owner.actor, quick)).waiting, 0);
  access.clock.advance(HOUR_MS);
});

/** Never ends the first header of its answer. */
async function startSlow(t: TestContext): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    const timer = setInterval(() => socket.write('a'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
