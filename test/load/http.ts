/**
 * What the endpoint frame costs: requests a second, and processor time a request, of a tiny body and of one of
 * 300 KB, beside a bare Fastify with its defaults. Prints figures and asserts nothing.
 *
 *   node test/load/http.ts [seconds]
 */
import { fastify } from 'fastify';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { createApp } from '../../src/http/app.ts';
import { rawBody } from '../../src/http/body-parser.ts';
import { createLog } from '../../src/http/log.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { LIMITS } from '../support/limits.ts';
import { inShort } from './bench-size.ts';

const CONNECTIONS = 8;
const [role = inShort('1', '0.2'), ...rest] = process.argv.slice(2);

if (role === 'client') await runClient(rest);
else await runServers(Number(role));

async function runServers(seconds: number): Promise<void> {
  const bare = fastify({ bodyLimit: LIMITS.http.bodyBytesMax });
  bare.post('/json', async () => ({ data: { accepted: 1 } }));
  const log = createLog({ level: 'info', stream: { write: () => {} } });
  // A body as large as the largest batch, which no endpoint takes as JSON otherwise.
  const limits = {
    ...LIMITS.http,
    managementBodyBytesMax: LIMITS.http.bodyBytesMax,
    jsonPartsMax: Infinity,
  };
  const app = createApp({ log, metrics: createMetrics(), limits });
  const answer = Type.Object({ data: Type.Object({ accepted: Type.Integer() }) });
  const body = Type.Array(Type.Object({}, { additionalProperties: true }));
  app.route({
    method: 'POST',
    url: '/json',
    config: { permission: 'public', rate: 'none', body: 'management' },
    schema: { body, response: { 200: answer } },
    handler: async () => ({ data: { accepted: 1 } }),
  });
  app.route({
    method: 'POST',
    url: '/raw',
    config: { permission: 'public', rate: 'none', body: 'raw' },
    schema: { response: { 200: answer } },
    handler: async (request) => ({ data: { accepted: rawBody(request).length } }),
  });
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
  const appUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  for (const events of [1, 1_000]) {
    await measure('bare Fastify, JSON', `${bareUrl}/json`, events, seconds);
    await measure('app, JSON', `${appUrl}/json`, events, seconds);
    await measure('app, raw', `${appUrl}/raw`, events, seconds);
  }
  await bare.close();
  await app.close();
}

async function measure(name: string, url: string, events: number, seconds: number): Promise<void> {
  const self = fileURLToPath(import.meta.url);
  const client = fork(self, ['client', url, String(events), String(seconds)]);
  const ended = once(client, 'exit').then(() => {
    throw new Error(`${name}: the client ended without an answer`);
  });
  ended.catch(() => {});
  await Promise.race([once(client, 'message'), ended]);
  const cpu = process.cpuUsage();
  const message: readonly unknown[] = await Promise.race([once(client, 'message'), ended]);
  const requests = Number(message[0]);
  const { user, system } = process.cpuUsage(cpu);
  client.disconnect();
  const bytes = Buffer.byteLength(bodyOf(events)).toLocaleString('en-US');
  process.stdout.write(
    `${name.padEnd(20)} ${bytes.padStart(9)} B ` +
      `${Math.round(requests / seconds)
        .toLocaleString('en-US')
        .padStart(9)} requests/s ` +
      `${((user + system) / requests).toFixed(1).padStart(9)} µs of processor a request\n`,
  );
}

async function runClient([url = '', events = '1', seconds = '1']: string[]): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const body = bodyOf(Number(events));
  const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`;
  const request = Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  let answers = 0;
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(port), hostname);
    // Answers are far smaller than a packet, so each arrives as one piece.
    socket.on('data', (data) => {
      if (!data.includes(' 200 ')) throw new Error(data.toString());
      answers += 1;
      socket.write(request);
    });
    return socket;
  });
  for (const socket of sockets) socket.write(request);
  await pause(inShort(1, 0.1));
  answers = 0;
  process.send?.('warm');
  await pause(Number(seconds));
  process.send?.(answers);
  for (const socket of sockets) socket.destroy();
}

async function pause(seconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });
}

function bodyOf(events: number): string {
  const list = Array.from({ length: events }, (_, index) => ({
    event: `GET /api/v1/users/${index} 200 ${index % 97}ms user="bob ${index}" agent=Mozilla/5.0`,
    level: 'info',
    source: 'nginx',
    timestamp: '2026-01-01T00:00:00.000Z',
    attributes: { host: 'web-1', pid: index, request_id: `abc${index}`, duration: index / 7 },
  }));
  return JSON.stringify(list);
}
