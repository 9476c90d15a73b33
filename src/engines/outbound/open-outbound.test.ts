import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { makeCertificate } from '../../../test/support/http/make-certificate.ts';
import { LIMITS } from '../../spec/limits.ts';
import { openOutbound } from './open-outbound.ts';
import type { OutboundAllowance, OutboundRequest } from './outbound.ts';

const here: OutboundAllowance = { networks: ['127.0.0.1'], hosts: [] };
const nothing: OutboundAllowance = { networks: [], hosts: [] };
const get = (url: string): OutboundRequest => ({ url, method: 'GET' });

async function serve(t: TestContext, listener: RequestListener, host = '127.0.0.1') {
  const server = createServer(listener).listen(0, host);
  return { server, ...(await opened(t, server, host)) };
}

async function opened(
  t: TestContext,
  server: Pick<Server, 'close' | 'address' | 'once' | 'on'> & { closeAllConnections(): void },
  host: string,
) {
  await once(server as Server, 'listening');
  let connections = 0;
  server.on('connection', () => void (connections += 1));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${host}:${port}`, connections: () => connections };
}

test('a request arrives as it was meant, and its answer comes back', async (t) => {
  const seen: unknown[] = [];
  const { url, port } = await serve(t, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      seen.push([method, path, headers.host, headers['x-one'], Buffer.concat(chunks).toString()]);
      response.writeHead(201, { 'X-Two': '2', 'Set-Cookie': ['a', 'b'] }).end('taken');
    });
  });

  const answer = await openOutbound(here).send({
    url: `${url}/hook?x=1#part`,
    method: 'POST',
    headers: { 'x-one': '1' },
    body: Buffer.from('hello'),
  });

  assert.deepEqual(seen, [['POST', '/hook?x=1', `127.0.0.1:${port}`, '1', 'hello']]);
  assert.equal(answer.status, 201);
  assert.equal(answer.headers['x-two'], '2');
  assert.equal(answer.headers['set-cookie'], 'a, b');
  assert.equal(Buffer.from(answer.body).toString(), 'taken');
});

test('an error of the host is an answer', async (t) => {
  const { url } = await serve(t, (_, response) => void response.writeHead(500).end('no'));

  assert.equal((await openOutbound(here).send(get(url))).status, 500);
});

test('no redirect is followed', async (t) => {
  const other = await serve(t, (_, response) => void response.end('secret'));
  for (const status of [301, 302, 303, 307, 308]) {
    const { url } = await serve(t, (_, response) => {
      response.writeHead(status, { Location: other.url }).end();
    });

    await assert.rejects(openOutbound(here).send(get(url)), { code: 'redirected' });
  }
  assert.equal(other.connections(), 0);
});

test('variables that name a proxy are not heeded', async (t) => {
  const proxy = await serve(t, (_, response) => void response.end('proxied'));
  const { url } = await serve(t, (_, response) => void response.end('direct'));
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  for (const name of names) {
    const before = process.env[name];
    process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url;
    t.after(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
  }

  const answer = await openOutbound(here).send(get(url));

  assert.equal(Buffer.from(answer.body).toString(), 'direct');
  assert.equal(proxy.connections(), 0);
});

test('an answer has a bound, on both sides of it', async (t) => {
  const { answerBytesMax } = LIMITS.outbound;
  const { url } = await serve(t, (request, response) => {
    response.end(Buffer.alloc(answerBytesMax + (request.url === '/more' ? 1 : 0)));
  });
  const outbound = openOutbound(here);

  const answer = await outbound.send(get(url));
  assert.equal(answer.body.byteLength, answerBytesMax);
  await assert.rejects(outbound.send(get(`${url}/more`)), { code: 'answer_too_large' });
});

test('a part of a file has a bound of its own, on both sides of it', async (t) => {
  const { fileAnswerBytesMax } = LIMITS.outbound;
  const { url } = await serve(t, (request, response) => {
    response.end(Buffer.alloc(fileAnswerBytesMax + (request.url === '/more' ? 1 : 0)));
  });
  const outbound = openOutbound(here);

  const answer = await outbound.send({ ...get(url), asksForFile: true });
  assert.equal(answer.body.byteLength, fileAnswerBytesMax);
  const more = outbound.send({ ...get(`${url}/more`), asksForFile: true });
  await assert.rejects(more, { code: 'answer_too_large' });
});

test('the answer to HEAD is there with its headers, whatever a host sends behind them', async (t) => {
  const { url } = await serve(t, (_, response) => {
    response.socket?.end(
      'HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody',
    );
  });
  const answer = await openOutbound(here).send({ url, method: 'HEAD' });
  assert.equal(answer.status, 404);
  assert.equal(answer.body.byteLength, 0);
});

test('what comes packed stays packed, however much is in it', async (t) => {
  const packed = gzipSync(Buffer.alloc(16 * 1024 * 1024));
  let asked: string | undefined;
  const { url } = await serve(t, (request, response) => {
    asked = request.headers['accept-encoding'];
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed);
  });

  const answer = await openOutbound(here).send(get(url));

  assert.equal(asked, 'identity');
  assert.equal(answer.body.byteLength, packed.byteLength);
});

test('the headers of an answer have a bound', async (t) => {
  const { url } = await serve(t, (_, response) => {
    response.writeHead(200, { 'X-Long': 'x'.repeat(LIMITS.outbound.headerBytesMax) }).end();
  });

  await assert.rejects(openOutbound(here).send(get(url)), { code: 'broken_off' });
});

test('a request has a bound, on both sides of it', async (t) => {
  const { requestBytesMax } = LIMITS.outbound;
  let received = 0;
  const { url, connections } = await serve(t, (request, response) => {
    request.on('data', (chunk: Buffer) => void (received += chunk.length));
    request.on('end', () => response.end());
  });
  const outbound = openOutbound(here);
  const put = (bytes: number) => outbound.send({ url, method: 'PUT', body: new Uint8Array(bytes) });

  await put(requestBytesMax);
  await assert.rejects(put(requestBytesMax + 1), { code: 'request_too_large' });

  assert.equal(received, requestBytesMax);
  assert.equal(connections(), 1);
});

test('whoever is silent, slow without end, or does not let us in is left in time', async (t) => {
  const { connectMsMax, silenceMsMax, totalMsMax } = LIMITS.outbound;
  const silent = await serve(t, () => {});
  const dripping = await serve(t, (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  });
  const never = openOutbound(nothing, { resolve: () => new Promise(() => {}) });
  const outbound = openOutbound(here);

  const short = { ...get(dripping.url), totalMsMax: 100 };
  await assert.rejects(outbound.send(short), { code: 'timed_out', mayHaveArrived: true });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const [sending, ms] of [
    [never.send(get('https://example.com')), connectMsMax],
    [outbound.send({ ...get(silent.url), totalMsMax: 2 * totalMsMax }), totalMsMax],
  ] as const) {
    const ended = assert.rejects(sending, { code: 'timed_out' });
    await turns(30);
    t.mock.timers.tick(ms);
    await ended;
  }
  assert.ok(silenceMsMax < totalMsMax && connectMsMax < silenceMsMax);
});

test('a connection that falls silent is left', async (t) => {
  const { url } = await serve(t, () => {});
  const timeouts: number[] = [];
  const { ClientRequest } = await import('node:http');
  t.mock.method(
    ClientRequest.prototype,
    'setTimeout',
    function (this: object, ms: number, late: () => void) {
      timeouts.push(ms);
      setTimeout(late, 20);
      return this;
    },
  );

  await assert.rejects(openOutbound(here).send(get(url)), { code: 'timed_out' });

  assert.deepEqual(timeouts, [LIMITS.outbound.silenceMsMax]);
});

test('a call ends when its caller stops it', async (t) => {
  const { url } = await serve(t, () => {});
  const stop = new AbortController();

  const sending = openOutbound(here).send({ ...get(url), signal: stop.signal });
  const ended = assert.rejects(sending, { code: 'stopped' });
  await sleep(20);
  stop.abort();
  await ended;

  await assert.rejects(openOutbound(here).send({ ...get(url), signal: stop.signal }), {
    code: 'stopped',
  });
});

test('a name is asked for once, and the address that was checked is the one that is dialled', async (t) => {
  const inside = await serve(t, (_, response) => void response.end('inside'));
  const meant = createServer((_, response) => void response.end('meant'));
  meant.listen(inside.port, '127.0.0.2');
  await opened(t, meant, '127.0.0.2');
  let asked = 0;
  // The second answer would lead elsewhere, and so would the machine's own.
  const resolve = async () => [asked++ === 0 ? '127.0.0.2' : '127.0.0.1'];
  const outbound = openOutbound({ networks: ['127.0.0.2'], hosts: [] }, { resolve });

  const answer = await outbound.send(get(`http://rebinding.example:${inside.port}/`));
  await assert.rejects(outbound.send(get(`http://rebinding.example:${inside.port}/`)), {
    code: 'address_refused',
  });

  assert.equal(Buffer.from(answer.body).toString(), 'meant');
  assert.equal(asked, 2);
  assert.equal(inside.connections(), 0);
});

test('one refused address among many is enough', async () => {
  const resolve = async () => ['93.184.216.34', '10.0.0.1'];

  await assert.rejects(openOutbound(nothing, { resolve }).send(get('https://mixed.example')), {
    code: 'address_refused',
  });
});

test('a name that leads to more addresses than anybody has is refused', async () => {
  const many = Array.from({ length: LIMITS.outbound.addressesMax + 1 }, (_, i) => `8.8.${i}.8`);
  const outbound = openOutbound(nothing, { resolve: async () => many });

  await assert.rejects(outbound.send(get('https://many.example')), { code: 'address_refused' });
});

test('the operator opens exactly what is named, http included', async (t) => {
  const { port } = await serve(t, (_, response) => void response.end('in'));
  const resolve = async () => ['127.0.0.1'];
  const named = openOutbound({ networks: [], hosts: ['hooks.internal'] }, { resolve });

  assert.equal((await named.send(get(`http://hooks.internal:${port}`))).status, 200);
  assert.equal((await named.send(get(`http://HOOKS.internal.:${port}`))).status, 200);
  for (const url of [
    `http://127.0.0.1:${port}`,
    `http://other.internal:${port}`,
    `http://hooks.internal.example:${port}`,
  ]) {
    await assert.rejects(named.send(get(url)), /https|public/, url);
  }
  const networked = openOutbound(
    { networks: ['127.0.0.0/8', '10.1.0.0/16'], hosts: [] },
    { resolve },
  );
  assert.equal((await networked.send(get(`http://any.name:${port}`))).status, 200);
  assert.throws(() => networked.check('https://10.2.0.1'), { code: 'address_refused' });
  assert.throws(() => networked.check('http://8.8.8.8'), { code: 'scheme_refused' });
  networked.check('http://10.1.255.255:22');
});

test('public addresses are called over https, on usual ports', () => {
  const outbound = openOutbound(nothing);
  const { portMin } = LIMITS.outbound;

  for (const url of ['https://example.com/x', 'https://8.8.8.8', `https://a.example:${portMin}`]) {
    outbound.check(url);
  }
  for (const [url, code] of [
    ['http://example.com', 'scheme_refused'],
    ['ftp://example.com', 'scheme_refused'],
    ['file:///etc/passwd', 'scheme_refused'],
    ['https://user@example.com', 'credentials_refused'],
    ['https://user:word@example.com', 'credentials_refused'],
    ['https://@example.com', 'credentials_refused'],
    [`https://example.com:${portMin - 1}`, 'port_refused'],
    ['https://8.8.8.8:25', 'port_refused'],
    ['https://', 'address_invalid'],
    ['example.com', 'address_invalid'],
    ['https://exa mple.com', 'address_invalid'],
    ['https://example.com\\@evil.example', 'address_invalid'],
    [`https://example.com/${'x'.repeat(LIMITS.outbound.urlCharactersMax)}`, 'address_invalid'],
  ] as const) {
    assert.throws(() => outbound.check(url), { code }, url);
  }
});

test('a certificate must be valid for the host, whatever the environment says', async (t) => {
  const { key, certificate } = makeCertificate();
  const server = createSecureServer(
    { key: key.export({ type: 'pkcs8', format: 'pem' }), cert: certificate },
    (_, response) => void response.end('safe'),
  );
  server.listen(0, '127.0.0.1');
  const { port } = await opened(t, server, '127.0.0.1');
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  t.after(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  });

  const url = `https://127.0.0.1:${port}`;
  await assert.rejects(openOutbound(here).send(get(url)), { code: 'untrusted' });
  const resolve = async () => ['127.0.0.1'];
  const wrongName = openOutbound(here, { ca: certificate, resolve });
  await assert.rejects(wrongName.send(get(`https://other.example:${port}`)), { code: 'untrusted' });
  const trusted = await openOutbound(here, { ca: certificate }).send(get(url));

  assert.equal(Buffer.from(trusted.body).toString(), 'safe');
});

test('a host that is not there, or breaks off, is told apart', async (t) => {
  const { port, server } = await serve(t, () => {});
  const dropping = await serve(t, (request) => request.socket.destroy());
  server.close();
  await once(server, 'close');
  const lost = openOutbound(here, { resolve: () => Promise.reject(new Error('ENOTFOUND')) });

  await assert.rejects(openOutbound(here).send(get(`http://127.0.0.1:${port}`)), {
    code: 'not_reached',
    mayHaveArrived: false,
  });
  await assert.rejects(openOutbound(here).send(get(dropping.url)), {
    code: 'broken_off',
    mayHaveArrived: true,
  });
  await assert.rejects(lost.send(get('https://nowhere.example')), { code: 'not_resolved' });
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
