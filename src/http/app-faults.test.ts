import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startHttp } from '../../test/support/http/start-http.ts';

const PUBLIC = { permission: 'public', rate: 'none', body: 'none' } as const;

test('a handler that asks for what its endpoint has not is a defect', async (t) => {
  const asked = ['actor', 'user', 'countRate'] as const;
  const { url, lines } = await startHttp(t, (app) => {
    for (const what of asked) {
      app.route({
        method: 'GET',
        url: `/${what}`,
        config: PUBLIC,
        handler: async (request) => {
          if (what === 'countRate') await request.countRate();
          return { data: typeof request[what] };
        },
      });
    }
  });

  for (const what of asked) assert.equal((await fetch(`${url}/${what}`)).status, 500, what);

  const errors = lines.flatMap(({ err }) => (err === undefined ? [] : [err]));
  assert.deepEqual(
    errors.map((error) => (error as Error).message),
    [
      'this endpoint names no permission: no actor',
      'nobody is signed in on this endpoint',
      'this endpoint is counted before its handler',
    ],
  );
});

test('what breaks because a client has left, or on its way out, is no fault of ours', async (t) => {
  const { url, lines } = await startHttp(t, (app) => {
    app.route({
      method: 'GET',
      url: '/left',
      config: PUBLIC,
      handler: async (_request, reply) => {
        reply.raw.destroy();
        throw new Error('nobody reads it');
      },
    });
    app.route({
      method: 'GET',
      url: '/breaks',
      config: PUBLIC,
      handler: async (_request, reply) => reply.send(Readable.from(breaking())),
    });
  });
  async function* breaking(): AsyncGenerator<string> {
    yield 'half ';
    await nextTurn();
    throw new Error('the other half is missing');
  }

  await assert.rejects(fetch(`${url}/left`));
  await assert.rejects(async () => (await fetch(`${url}/breaks`)).text());

  assert.deepEqual(
    lines.filter(({ err }) => err !== undefined).map(({ level, msg }) => [level, msg]),
    [
      ['info', 'request failed after the client disconnected'],
      ['info', 'response interrupted'],
    ],
  );
});
