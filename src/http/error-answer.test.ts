import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHttp } from '../../test/support/start-http.ts';
import { AppError } from '../base/errors.ts';
import type { App } from './app.ts';
import type { ErrorForm } from './error-answer.ts';

const shout: ErrorForm = (error, usual, request) => ({
  status: usual.status,
  headers: { ...usual.headers, 'content-type': 'text/plain' },
  body: Buffer.from(`${request.method} ${error.code}!`),
});

function mount(app: App): void {
  for (const [url, error] of [
    ['/busy', new AppError('QUEUE_FULL', 'Later.', { retryAfterSeconds: 3 })],
    ['/broken', new Error('a defect')],
  ] as const) {
    app.route({
      method: 'POST',
      url,
      config: { permission: 'public', rate: 'none', body: 'raw', errorForm: shout },
      handler: async () => {
        throw error;
      },
    });
  }
}

test('what is wrong with the input is listed, also when it is the input as a whole', async (t) => {
  const { url } = await startHttp(t, (app) => {
    app.route({
      method: 'GET',
      url: '/whole',
      config: { permission: 'public', rate: 'none', body: 'none' },
      handler: async () => {
        throw new AppError('VALIDATION_ERROR', 'This does not belong together.');
      },
    });
  });

  const bodyOf = async (
    path: string,
  ): Promise<{ code: string; error: string; details?: unknown }> =>
    (await fetch(`${url}${path}`)).json() as never;

  for (const path of ['/whole', '/%E0%A4%A']) {
    const { code, error, details } = await bodyOf(path);
    assert.deepEqual([code, details], ['VALIDATION_ERROR', [{ path: '', message: error }]]);
  }
  assert.equal((await bodyOf('/nowhere')).details, undefined);
});

test('a route with a form of its own tells every failure in it, and keeps status and headers', async (t) => {
  const { url } = await startHttp(t, mount, { limits: { bodyBytesMax: 10 } });
  const post = (path: string, body: string): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', body });

  const busy = await post('/busy', 'x');
  assert.deepEqual([busy.status, await busy.text()], [429, 'POST QUEUE_FULL!']);
  assert.equal(busy.headers.get('retry-after'), '3');
  assert.equal(busy.headers.get('content-type'), 'text/plain');
  const broken = await post('/broken', 'x');
  assert.deepEqual([broken.status, await broken.text()], [500, 'POST INTERNAL!']);
  const large = await post('/busy', 'x'.repeat(11));
  assert.deepEqual([large.status, await large.text()], [413, 'POST FST_ERR_CTP_BODY_TOO_LARGE!']);
  const elsewhere = await post('/nowhere', 'x');
  assert.equal(((await elsewhere.json()) as { code: string }).code, 'NOT_FOUND');
});
