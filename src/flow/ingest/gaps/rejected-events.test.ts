import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startIngest } from '../../../../test/support/ingest/start-ingest.ts';

test('an endpoint tells of events that it turns away for want of room, and of no others', async (t) => {
  const refused: string[] = [];
  const gaps = { refused: (organization: string): void => void refused.push(organization) };
  const endpoints = await startIngest(t, { gaps });
  const send = async (body: string): Promise<number> => {
    const response = await fetch(`${endpoints.url}/api/v1/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${endpoints.key}`, 'content-type': 'application/json' },
      body,
    });
    return response.status;
  };

  assert.equal(await send('{"event":"taken"}'), 202);
  assert.equal(await send('{"event":'), 400);
  assert.deepEqual(refused, []);
  endpoints.fillQueue();
  assert.equal(await send('{"event":"turned away"}'), 429);

  assert.equal(refused.length, 1);
  assert.match(refused[0] ?? '', /^org_/);
});
