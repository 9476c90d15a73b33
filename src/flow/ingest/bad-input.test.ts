/**
 * What clients send by mistake or in malice, at every endpoint for JSON: refused clearly or kept exactly, and never
 * half of a request where the endpoint promises all or nothing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type IngestUnderTest, startIngest } from '../../../test/support/ingest/start-ingest.ts';
import { LIMITS } from '../../../test/support/limits.ts';

/** One event, in pieces of JSON as they stand in a body. */
interface Piece {
  readonly message?: string;
  /** The value of the attribute `a`. */
  readonly attribute?: string;
  readonly time?: string;
  readonly index?: string;
}

interface IngestEndpoint {
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly write: (events: readonly Piece[]) => string;
  /** A request with one bad event is refused as a whole. */
  readonly isAllOrNothing: boolean;
  /** Of a request without events. */
  readonly emptyStatus: number;
  /** Where the time of an event is written down with it; a wrong one is then a fault. */
  readonly wrongTime: string;
}

/** A further field, or nothing. */
const also = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${value}`;

const plain = ({ message = '"m"', attribute = '1', time, index }: Piece): string =>
  `{"event":${message},"attributes":{"a":${attribute}}${also('timestamp', time)}${also('index', index)}}`;
const otlp = ({ message = '"m"', attribute = '"1"', time = '"0"', index = '"main"' }: Piece) =>
  `{"resource":{"attributes":[{"key":"xplain.index","value":{"stringValue":${index}}}]},` +
  `"scopeLogs":[{"logRecords":[{"timeUnixNano":${time},"body":{"stringValue":${message}},` +
  `"attributes":[{"key":"a","value":{"stringValue":${attribute}}}]}]}]}`;
const hec = ({ message = '"m"', attribute = '1', time, index }: Piece): string =>
  `{"event":${message},"fields":{"a":${attribute}}${also('time', time)}${also('index', index)}}`;
const bulk = ({ message = '"m"', attribute = '1', time, index = '"main"' }: Piece): string =>
  `{"create":{"_index":${index}}}\n{"message":${message},"a":${attribute}${also('@timestamp', time)}}\n`;
const loki = ({ message = '"m"', attribute = '"1"', time, index }: Piece): string =>
  `{"stream":{"job":"j"${also('xplain_index', index)}},` +
  `"values":[[${time ?? JSON.stringify(`${Date.now()}000000`)},${message},{"a":${attribute}}]]}`;

const JSON_TYPE = 'application/json';
const ENDPOINTS: readonly IngestEndpoint[] = [
  {
    name: 'batch',
    path: '/api/v1/logs/batch',
    type: JSON_TYPE,
    write: (events) => `[${events.map(plain).join()}]`,
    isAllOrNothing: true,
    emptyStatus: 400,
    wrongTime: '"yesterday"',
  },
  {
    name: 'wrapped',
    path: '/api/v1/logs',
    type: JSON_TYPE,
    write: (events) => `{"events":[${events.map(plain).join()}]}`,
    isAllOrNothing: true,
    emptyStatus: 400,
    wrongTime: '"2026-13-45T99:00:00Z"',
  },
  {
    name: 'lines',
    path: '/api/v1/logs',
    type: 'application/x-ndjson',
    write: (events) => events.map(plain).join('\n'),
    isAllOrNothing: true,
    emptyStatus: 400,
    wrongTime: 'true',
  },
  {
    name: 'OTLP',
    path: '/v1/logs',
    type: JSON_TYPE,
    write: (events) => `{"resourceLogs":[${events.map(otlp).join()}]}`,
    isAllOrNothing: false,
    emptyStatus: 200,
    wrongTime: '"yesterday"',
  },
  {
    name: 'HEC',
    path: '/services/collector/event',
    type: JSON_TYPE,
    write: (events) => events.map(hec).join(''),
    isAllOrNothing: true,
    emptyStatus: 400,
    wrongTime: '"yesterday"',
  },
  {
    name: 'bulk',
    path: '/_bulk',
    type: 'application/x-ndjson',
    write: (events) => events.map(bulk).join(''),
    isAllOrNothing: false,
    emptyStatus: 400,
    wrongTime: '"yesterday"',
  },
  {
    name: 'Loki',
    path: '/loki/api/v1/push',
    type: JSON_TYPE,
    write: (events) => `{"streams":[${events.map(loki).join()}]}`,
    isAllOrNothing: false,
    emptyStatus: 204,
    wrongTime: '"yesterday"',
  },
];

async function send(endpoints: IngestUnderTest, endpoint: IngestEndpoint, body: string | Buffer) {
  const answer = await fetch(endpoints.url + endpoint.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${endpoints.key}`, 'content-type': endpoint.type },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, text, receipt: answer.headers.get('x-receipt') };
}

test('bytes that are no UTF-8 and raw control characters are a 4xx at every endpoint', async (t) => {
  const endpoints = await startIngest(t);
  for (const endpoint of ENDPOINTS) {
    const body = Buffer.from(endpoint.write([{ message: '"good"' }, { message: '"?"' }]));
    for (const byte of [0xff, 0x00]) {
      const spoilt = Buffer.from(body);
      spoilt[spoilt.lastIndexOf('?')] = byte;

      const { status, text } = await send(endpoints, endpoint, spoilt);

      // One line of a bulk request can be wrong while the others are not: then its item says so.
      const isTold = status >= 400 && status < 500 ? true : /"status":400/.test(text);
      assert.ok(isTold, `${endpoint.name} ${byte}: ${status} ${text}`);
      const left = endpoints.queued().map((event) => event.body);
      assert.ok(
        left.length === 0 || (endpoint.name === 'bulk' && left[0] === 'good'),
        endpoint.name,
      );
    }
  }
});

test('odd but valid values are kept: NUL, half a surrogate pair, numbers beyond 2^53', async (t) => {
  const endpoints = await startIngest(t);
  for (const endpoint of ENDPOINTS) {
    const isText = endpoint.name === 'OTLP' || endpoint.name === 'Loki';
    const big = isText ? '"90071992547409931234"' : '90071992547409931234';
    const events = [{ message: String.raw`"a\u0000b"` }, { message: String.raw`"x\ud800y"` }];

    const { status, text } = await send(
      endpoints,
      endpoint,
      endpoint.write([...events, { attribute: big }]),
    );

    assert.ok(status >= 200 && status < 300, `${endpoint.name}: ${status} ${text}`);
    const seen = endpoints.queued();
    assert.deepEqual(
      seen.map((event) => event.body),
      ['a\u0000b', 'x\ufffdy', 'm'],
      endpoint.name,
    );
    assert.equal(seen[2]?.attributes['a'], '90071992547409931234', endpoint.name);
  }
});

test('a key that stands twice is a 4xx at every endpoint', async (t) => {
  const endpoints = await startIngest(t);
  for (const endpoint of ENDPOINTS) {
    if (endpoint.name === 'OTLP') continue;
    const body = endpoint.write([{}]).replace(/"a":("?1"?)/, '"a":$1,"a":"2"');
    const { status, text } = await send(endpoints, endpoint, body);
    assert.ok(
      (status >= 400 && status < 500) || /"status":400/.test(text),
      `${endpoint.name} ${text}`,
    );
    assert.deepEqual(endpoints.queued(), [], endpoint.name);
  }
});

test('nesting beyond the bound is a 4xx at every endpoint', async (t) => {
  const endpoints = await startIngest(t);
  const depth = LIMITS.http.jsonDepthMax + 10;
  const deep = '['.repeat(depth) + ']'.repeat(depth);
  for (const endpoint of ENDPOINTS) {
    const { status, text } = await send(endpoints, endpoint, endpoint.write([{ attribute: deep }]));
    assert.ok(
      (status >= 400 && status < 500) || /"status":400/.test(text),
      `${endpoint.name} ${text}`,
    );
    assert.deepEqual(endpoints.queued(), [], endpoint.name);
  }
});

test('a request without events is answered as its protocol does, and takes nothing', async (t) => {
  const endpoints = await startIngest(t);
  for (const endpoint of ENDPOINTS) {
    const { status, receipt } = await send(endpoints, endpoint, endpoint.write([]));
    assert.equal(status, endpoint.emptyStatus, endpoint.name);
    assert.equal(receipt, null);
    assert.deepEqual(endpoints.queued(), []);
  }
});

test('one bad event at the end refuses all of them, or itself alone, as the endpoint promises', async (t) => {
  const endpoints = await startIngest(t);
  const far = String(Date.now() + LIMITS.events.futureMsMax + 60_000);
  for (const endpoint of ENDPOINTS) {
    const ahead = endpoint.name === 'OTLP' || endpoint.name === 'Loki' ? `"${far}000000"` : far;
    const bad: Record<string, Piece> = {
      'unknown index': { index: '"nobody-made-it"' },
      'reserved index': { index: '"_audit"' },
      'wrong time': { time: endpoint.wrongTime },
      'far ahead': { time: ahead },
    };
    for (const [what, piece] of Object.entries(bad)) {
      const events = [...Array.from({ length: 5 }, () => ({})), piece];

      const { status, text } = await send(endpoints, endpoint, endpoint.write(events));

      const name = `${endpoint.name}, ${what}: ${status} ${text}`;
      const taken = endpoints.queued().length;
      if (endpoint.isAllOrNothing) {
        assert.ok(status >= 400 && status < 500, name);
        assert.equal(taken, 0, name);
        assert.match(text, /5/, `the position is named: ${name}`);
      } else {
        assert.equal(taken, 5, name);
        assert.ok(status === 200 || status === 400, name);
        assert.match(text, /rejected|error|refused/i, name);
      }
    }
  }
});

test('every endpoint but the JSON ones tells the receipt in a header', async (t) => {
  const endpoints = await startIngest(t);
  for (const endpoint of ENDPOINTS) {
    const { receipt, text } = await send(endpoints, endpoint, endpoint.write([{}]));
    if (endpoint.path.startsWith('/api/')) assert.match(text, /"receipt":/);
    else assert.match(receipt ?? '', /^[\w-]{80,}$/, endpoint.name);
  }
});
