import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHttp } from '../../test/support/http/start-http.ts';
import { AppError } from '../base/errors.ts';
import type { App } from './app.ts';
import { errorAnswer, type ErrorForm } from './error-answer.ts';

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

const LIMITS = { detailsMax: 2, retryAfterMsDefault: 4_001 };

function answered(...[code, message, facts]: ConstructorParameters<typeof AppError>) {
  const answer = errorAnswer(LIMITS, new AppError(code, message, facts), 'req_1');
  return { ...answer, body: JSON.parse(answer.body) as Record<string, unknown> };
}

test('a fault on our side has the id of the request in it, one of the caller has not', () => {
  assert.deepEqual(answered('INTERNAL', 'Broken.'), {
    status: 500,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { error: 'Broken.', code: 'INTERNAL', requestId: 'req_1' },
  });
  assert.deepEqual(answered('NOT_FOUND', 'Gone.'), {
    status: 404,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { error: 'Gone.', code: 'NOT_FOUND' },
  });
});

test('as many details as allowed are listed, and it is said when there are more', () => {
  const details = ['a', 'b', 'c'].map((path) => ({ path, message: 'Wrong.' }));

  const two = answered('VALIDATION_ERROR', 'Bad.', { details: details.slice(0, 2) });
  assert.deepEqual(two.body, {
    error: 'Bad.',
    code: 'VALIDATION_ERROR',
    details: details.slice(0, 2),
  });
  const three = answered('VALIDATION_ERROR', 'Bad.', { details });
  assert.deepEqual(three.body, { ...two.body, error: 'Bad. The first 2 are listed.' });
  const placed = {
    path: '',
    message: 'Here.',
    position: 0,
    fix: { label: 'Do it', start: 0, end: 1, text: 'a' },
  };
  assert.deepEqual(answered('VALIDATION_ERROR', 'Bad.', { details: [placed] }).body['details'], [
    placed,
  ]);
});

test('fields of a failure stand beside its code', () => {
  const { body } = answered('CONFLICT', 'Taken.', { fields: { name: 'main' } });
  assert.deepEqual(body, { error: 'Taken.', code: 'CONFLICT', name: 'main' });
});

test('who has to prove who they are is told how, and who has to wait is told how long', () => {
  const headersOf = (...given: Parameters<typeof answered>) => answered(...given).headers;
  const waitOf = (...given: Parameters<typeof answered>) => headersOf(...given)['retry-after'];

  const { 'www-authenticate': how } = headersOf('UNAUTHORIZED', 'Who?');
  assert.equal(how, 'Bearer realm="xplain"');
  assert.ok(!('www-authenticate' in headersOf('FORBIDDEN', 'No.')));
  assert.equal(waitOf('QUEUE_FULL', 'Later.', { retryAfterSeconds: 2.1 }), '3');
  assert.equal(waitOf('QUEUE_FULL', 'Later.', { retryAfterSeconds: 0 }), '1');
  assert.equal(waitOf('CONFLICT', 'Later.', { retryAfterSeconds: 1 }), '1');
  assert.equal(waitOf('QUEUE_FULL', 'Later.'), '5');
  assert.equal(waitOf('CONFLICT', 'Taken.'), undefined);
});
