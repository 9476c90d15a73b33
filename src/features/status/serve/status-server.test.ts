/** The public endpoint of the probe, asked without a network. */
import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openTestHistory } from '../../../../test/support/status/open-test-history.ts';
import type { Log } from '../../../base/log.ts';
import { silentLog } from '../../../base/log.ts';
import { openMemoryCounters } from '../../../engines/counters/memory/open-memory-counters.ts';
import { HistoryUnwritable } from '../../../engines/history/history.ts';
import { render } from '../rendered.ts';
import { createBoard } from '../status-board.ts';
import { makeToken } from '../notify-subscribers.ts';
import { readBody } from './read-body.ts';
import { createStatusServer } from './serve-status.ts';
import type { StatusNeeds } from './status-needs.ts';

const START = Date.UTC(2026, 11, 1, 12);
const SETTINGS = { placeName: 'here', adminToken: 'secret', trustedProxies: [], ratePerMinute: 0 };
const PAGE = render('html', '<p>all is well</p>');

interface Asked {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function requestOf({ method = 'GET', body = '', headers = {} }: Asked, url?: string) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url, headers });
  request.push(body);
  request.push(null);
  return request;
}

function open(t: TestContext, settings: Partial<StatusNeeds['settings']> = {}) {
  const history = openTestHistory(t);
  const clock = { now: START };
  const now = (): number => clock.now;
  const url = 'https://status.example.com';
  const board = createBoard({ history, log: silentLog, now, placeName: 'here', peers: [], url });
  const state = { isWritable: true, files: new Map([['/', PAGE]]) };
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, error: (fields, message) => logged.push([message, fields]) };
  const needs: StatusNeeds = {
    board: {
      ...board,
      write: (work) =>
        board.write((to) => {
          if (!state.isWritable) throw new HistoryUnwritable(undefined);
          work(to);
        }),
    },
    history,
    counters: openMemoryCounters({ clock: { now }, limits: LIMITS.counters }),
    log,
    now,
    refresh: () => {},
    files: () => state.files,
    settings: { url, ...SETTINGS, ...settings },
  };
  const server = createStatusServer(needs);
  const ask = async (path: string | undefined, asked: Asked = {}) => {
    const request = requestOf(asked, path);
    const response = new ServerResponse(request);
    const ended = Promise.withResolvers<Buffer | undefined>();
    response.end = ((chunk?: Buffer | string) => {
      ended.resolve(chunk === undefined ? undefined : Buffer.from(chunk));
      return response;
    }) as typeof response.end;
    const sent: Record<string, unknown> = {};
    response.writeHead = ((status: number, headers: object = {}) => {
      response.statusCode = status;
      Object.assign(sent, response.getHeaders(), headers);
      return response;
    }) as typeof response.writeHead;
    server.emit('request', request, response);
    const body = await ended.promise;
    return { status: response.statusCode, headers: sent, body, text: String(body ?? '') };
  };
  const post = (path: string, form: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body: String(new URLSearchParams(form)) });
  return { ask, post, history, clock, state, logged, needs, server };
}

const heading = (text: string): string => /<title>(.*) – Xplain status</.exec(text)?.[1] ?? text;

test('a file is sent once to whoever keeps it, small to whoever can unpack it', async (t) => {
  const { ask } = open(t);

  const whole = await ask('/');
  const { headers } = whole;
  assert.deepEqual([whole.status, whole.text], [200, '<p>all is well</p>']);
  assert.equal(typeof headers['content-security-policy'], 'string');
  assert.deepEqual(
    [
      headers['x-content-type-options'],
      headers['referrer-policy'],
      headers['vary'],
      headers['cache-control'],
      headers['content-type'],
      headers['content-length'],
      headers['content-encoding'],
      headers['etag'],
    ],
    [
      'nosniff',
      'no-referrer',
      'accept-encoding',
      'public, max-age=30',
      'text/html; charset=utf-8',
      18,
      undefined,
      PAGE.etag,
    ],
  );
  assert.match(PAGE.etag, /^"[\w-]{22}"$/);
  const packed = await ask('/', { headers: { 'accept-encoding': 'br, gzip' } });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(packed.headers['content-length'], PAGE.gzip.length);
  assert.equal(String(gunzipSync(packed.body ?? '')), '<p>all is well</p>');
  const head = await ask('/', { method: 'HEAD' });
  assert.deepEqual([head.status, head.body, head.headers['content-length']], [200, undefined, 18]);
  const kept = await ask('/', { headers: { 'if-none-match': PAGE.etag } });
  assert.deepEqual([kept.status, kept.body, kept.headers['etag']], [304, undefined, PAGE.etag]);
  assert.equal((await ask('/', { headers: { 'if-none-match': '"other"' } })).status, 200);
  assert.equal((await ask(undefined)).text, '<p>all is well</p>');
});

test('what is made on demand is there, and of the kind it says', async (t) => {
  const { ask, history, needs } = open(t);
  const incident = { id: 'inc_a', title: 'Slow', components: ['api'], isOutage: false };
  needs.board.write((to) => to.addIncident({ ...incident, openedAt: START, closedAt: null }));

  const health = await ask('/health');
  assert.deepEqual([health.status, health.text], [200, '{"data":{"status":"alive"}}']);
  assert.deepEqual(
    [health.headers['cache-control'], health.headers['content-type']],
    ['no-store', 'application/json; charset=utf-8'],
  );
  assert.equal(health.headers['content-length'], 27);
  const minutes = await ask('/minutes.json');
  assert.match(minutes.text, /"here"/);
  assert.equal(minutes.headers['content-type'], 'application/json; charset=utf-8');
  const days = await ask('/days.json');
  assert.deepEqual(JSON.parse(days.text), { days: history.days() });
  const one = await ask('/incidents/inc_a.html');
  assert.deepEqual([one.status, one.headers['cache-control']], [200, 'public, max-age=30']);
  assert.match(one.text, /Slow/);
  assert.match((await ask('/incidents.html')).text, /Slow/);
});

test('pages of incidents are whole numbers from one on', async (t) => {
  const { ask, needs } = open(t);
  for (let i = 0; i < 51; i += 1) {
    const facts = { title: `Number ${i}.`, components: ['api'], isOutage: false, closedAt: START };
    needs.board.write((to) => to.addIncident({ ...facts, id: `inc_${i}`, openedAt: START + i }));
  }
  const shown = async (query: string) => (await ask(`/incidents.html${query}`)).text;
  const count = async (query: string) => (await shown(query)).match(/Number \d+\./g)?.length ?? 0;

  const first = await shown('');
  for (const query of ['?page=1', '?page=0', '?page=-1', '?page=1.5', '?page=x', '?page=1000001']) {
    assert.equal(await shown(query), first, query);
  }
  assert.deepEqual(
    [await count(''), await count('?page=2'), await count('?page=3'), await count('?page=1000000')],
    [50, 1, 0, 0],
  );
});

test('what is not there is told so, and what is not read only', async (t) => {
  const { ask } = open(t);
  const paths = ['/nothing', '/incidents/inc_none.html', '/incidents/none.html'];
  for (const path of [...paths, `/incidents/inc_${'a'.repeat(41)}.html`]) {
    const { status, text, headers } = await ask(path);
    assert.deepEqual(
      [status, heading(text), headers['cache-control']],
      [404, 'Page not found', 'no-store'],
    );
  }
  for (const method of ['DELETE', 'POST', 'PUT']) {
    const { status, text, headers } = await ask('/', { method });
    assert.deepEqual([status, heading(text), headers['allow']], [405, 'Not allowed', 'GET, HEAD']);
    assert.equal(headers['cache-control'], 'no-store');
  }
});

test('whoever comes too often gets the page all the same, and a form waits', async (t) => {
  const { ask, post, clock } = open(t, { ratePerMinute: 2 });
  clock.now += 500;

  const first = await ask('/');
  assert.equal(first.status, 200);
  assert.equal(first.headers['x-ratelimit-limit'], 2);
  assert.equal(first.headers['x-ratelimit-remaining'], 1);
  assert.equal(first.headers['retry-after'], 0);
  assert.ok(Number.isInteger(first.headers['x-ratelimit-reset']));
  const reset = Number(first.headers['x-ratelimit-reset']) * 1_000 - START;
  assert.ok(reset > 0 && reset <= 61_000, String(reset));
  await ask('/');
  const third = await ask('/');
  assert.deepEqual(
    [third.status, third.text, third.headers['cache-control']],
    [429, '<p>all is well</p>', 'no-store'],
  );
  const kept = await ask('/', { headers: { 'if-none-match': PAGE.etag } });
  assert.equal(kept.status, 429, 'whoever has it already waits as well');
  const wait = Number(third.headers['retry-after']);
  assert.ok(Number.isInteger(wait) && wait > 0 && wait <= 60, String(wait));
  const form = await post('/subscribe', { address: 'ada@example.com' });
  assert.deepEqual([form.status, heading(form.text)], [429, 'Too many requests']);
  assert.equal((await ask('/health')).headers['x-ratelimit-limit'], undefined);
  clock.now += 120_000;
  assert.equal((await ask('/')).status, 200);
});

test('wrong tokens are counted apart, and shut even the right one out', async (t) => {
  const { ask } = open(t, { ratePerMinute: 2 });
  const tell = (token?: string) =>
    ask('/api/incidents', {
      method: 'POST',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });

  for (let reads = 0; reads < 4; reads += 1) await ask('/');
  assert.equal((await tell('secret')).status, 400);
  const first = await tell('wrong');
  assert.deepEqual(JSON.parse(first.text), {
    error: 'This endpoint requires the operator token (XPLAIN_PROBE_ADMIN_TOKEN).',
    code: 'UNAUTHORIZED',
  });
  assert.deepEqual([first.status, first.headers['x-ratelimit-remaining']], [401, 1]);
  assert.equal((await tell()).status, 401);
  const third = await tell('wrong');
  assert.deepEqual(JSON.parse(third.text), {
    error: 'Too many calls with a wrong token. Retry in a minute.',
    code: 'RATE_LIMITED',
  });
  assert.deepEqual([third.status, (await tell('secret')).status], [429, 429]);
});

test('without a limit nothing is counted', async (t) => {
  const { ask } = open(t);
  const { headers } = await ask('/');

  assert.equal(headers['x-ratelimit-limit'], undefined);
  assert.equal(headers['retry-after'], undefined);
});

test('a fault of ours does not take the page away', async (t) => {
  const { ask, state, needs, logged } = open(t, { ratePerMinute: 5 });
  t.mock.method(needs.counters, 'hit', () => Promise.reject(new Error('broken')));

  const page = await ask('/days.json');
  assert.deepEqual(
    [page.status, page.text, page.headers['cache-control']],
    [500, '<p>all is well</p>', 'no-store'],
  );
  assert.equal(logged.length, 1);
  assert.equal((logged[0] as unknown[])[0], 'request to the status page failed');
  state.files = new Map();
  const none = await ask('/days.json');
  assert.deepEqual([none.status, none.body], [500, undefined]);
});

test('connections are bounded in time and number', (t) => {
  const { server } = open(t);

  assert.deepEqual(
    [server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, server.maxConnections],
    [10_000, 10_000, 5_000, 1_000],
  );
});

test('an address is asked, confirmed with a button, and left with one click', async (t) => {
  const { ask, post, history, needs } = open(t);

  const asked = await post('/subscribe', { address: 'ada@example.com' });
  assert.deepEqual([asked.status, heading(asked.text)], [200, 'Check your email']);
  assert.equal(asked.headers['cache-control'], 'no-store');
  const bad = await post('/subscribe', { address: 'ada' });
  assert.deepEqual([bad.status, heading(bad.text)], [400, 'Invalid email address']);
  assert.equal((await post('/subscribe')).status, 400);
  const { id = '' } = history.subscriber({ address: 'ada@example.com' }) ?? {};
  const confirm = makeToken(needs.history.secret, 'confirm', id);
  const leave = makeToken(needs.history.secret, 'leave', id);

  const shown = await ask(`/subscribe/confirm?token=${confirm}`);
  assert.deepEqual([shown.status, heading(shown.text)], [200, 'Confirm your subscription']);
  assert.match(shown.text, /action="\/subscribe\/confirm"/);
  assert.ok(shown.text.includes(confirm) && shown.text.includes('Subscribe'));
  assert.equal(shown.headers['cache-control'], 'no-store');
  assert.equal(history.confirmedSubscribers().length, 0);
  const done = await post('/subscribe/confirm', { token: confirm });
  assert.deepEqual([done.status, heading(done.text)], [200, 'Done']);
  assert.match(done.text, /You are subscribed to status updates\./);
  assert.equal(history.confirmedSubscribers().length, 1);

  const leaving = await ask(`/subscribe/leave?token=${leave}`);
  assert.deepEqual([leaving.status, heading(leaving.text)], [200, 'Unsubscribe']);
  assert.match(leaving.text, /action="\/subscribe\/leave"/);
  assert.ok(leaving.text.includes('Unsubscribe'));
  const left = await post(`/subscribe/leave?token=${leave}`, { 'List-Unsubscribe': 'One-Click' });
  assert.deepEqual([left.status, heading(left.text)], [200, 'Done']);
  assert.match(left.text, /You won&#39;t get any more emails\./);
  assert.equal(history.countSubscribers(), 0);
});

test('a link that is not ours, or of another purpose, does nothing', async (t) => {
  const { ask, post, history, needs } = open(t);
  history.setSubscriber({ id: 'a', address: 'a@example.com', askedAt: START, isConfirmed: false });
  const confirm = makeToken(needs.history.secret, 'confirm', 'a');
  const leave = makeToken(needs.history.secret, 'leave', 'a');

  for (const { status, text } of [
    await ask('/subscribe/confirm'),
    await ask(`/subscribe/confirm?token=${leave}`),
    await ask(`/subscribe/leave?token=${confirm}`),
    await post('/subscribe/confirm'),
    await post('/subscribe/confirm', { token: leave }),
    await post('/subscribe/leave', { token: confirm }),
  ]) {
    assert.deepEqual([status, heading(text)], [400, 'This link doesn&#39;t work']);
  }
  assert.deepEqual([history.countSubscribers(), history.confirmedSubscribers()], [1, []]);
});

test('while the disk takes nothing a form says so', async (t) => {
  const { post, state } = open(t);
  state.isWritable = false;

  const { status, text } = await post('/subscribe', { address: 'ada@example.com' });

  assert.deepEqual([status, heading(text)], [503, 'Try again later']);
});

test('a body is read up to 16 KB, and not when it breaks off', async () => {
  const most = 'x'.repeat(16 * 1024);

  assert.equal(await readBody(requestOf({ body: most })), most);
  assert.equal(await readBody(requestOf({ body: `${most}x` })), undefined);
  assert.equal(await readBody(requestOf({ body: 'für' })), 'für');
  const broken = requestOf({});
  broken.destroy(new Error('cut'));
  assert.equal(await readBody(broken), undefined);
});
