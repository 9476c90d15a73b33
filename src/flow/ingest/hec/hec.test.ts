import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startIngest, type IngestUnderTest } from '../../../../test/support/ingest/start-ingest.ts';
import { LIMITS } from '../../../../test/support/limits.ts';

interface HecAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly code: number;
    readonly text: string;
    readonly 'invalid-event-number'?: number;
  };
}

async function send(
  endpoints: IngestUnderTest,
  path: string,
  body: string | Buffer,
  authorization: string | undefined = `Splunk ${endpoints.key}`,
): Promise<HecAnswer> {
  const answer = await fetch(`${endpoints.url}/services/collector${path}`, {
    method: 'POST',
    headers: authorization === '' ? {} : { authorization },
    body,
  });
  const { status, headers } = answer;
  return { status, headers, body: (await answer.json()) as HecAnswer['body'] };
}

const event = (fields: object): string => JSON.stringify(fields);

test('events stand one behind the other, at each address of the collector', async (t) => {
  const endpoints = await startIngest(t);
  const body =
    event({
      time: 1_767_322_245.678,
      host: 'web-1',
      source: 'checkout',
      sourcetype: 'access',
      index: 'apps',
      event: 'card } refused {"',
      fields: { order: 4711, severity: 'WARN', nested: { a: 1 } },
    }) +
    `\n ${event({ event: { message: 'as object', level: 'Error', n: [1] } })}` +
    event({ event: 7, time: '1767322245' });
  for (const path of ['', '/event', '/event/1.0']) {
    const answer = await send(endpoints, path, body);
    assert.deepEqual([answer.status, answer.body], [200, { text: 'Success', code: 0 }]);
    const [first, second, third] = endpoints.queued();
    assert.deepEqual(
      [first?.timestamp, first?.index, first?.source, first?.level, first?.body],
      [1_767_322_245_678, 'apps', 'checkout', 'warn', 'card } refused {"'],
    );
    const attributes = { host: 'web-1', sourcetype: 'access', order: '4711', 'nested.a': '1' };
    assert.deepEqual(first?.attributes, attributes);
    assert.deepEqual(
      [second?.source, second?.level, second?.body],
      ['shipper', 'error', '{"message":"as object","level":"Error","n":[1]}'],
    );
    assert.deepEqual([third?.body, third?.timestamp], ['7', 1_767_322_245_000]);
  }
});

test('raw lines are one event each, with what the address says', async (t) => {
  const endpoints = await startIngest(t);
  const query = '?index=apps&host=web-2&source=nginx&sourcetype=plain&channel=some-guid';
  for (const path of ['/raw', '/raw/1.0']) {
    const answer = await send(endpoints, path + query, 'first\r\n\n  \n second \n');
    assert.equal(answer.body.code, 0);
    const seen = endpoints.queued();
    assert.deepEqual(
      seen.map(({ body }) => body),
      ['first', ' second '],
    );
    assert.deepEqual([seen[0]?.index, seen[0]?.source], ['apps', 'nginx']);
    assert.deepEqual(seen[0]?.attributes, { host: 'web-2', sourcetype: 'plain' });
  }
});

test('the collector says that it is well, to anybody', async (t) => {
  const { url } = await startIngest(t);
  for (const path of ['health', 'health/1.0']) {
    const answer = await fetch(`${url}/services/collector/${path}`);
    assert.deepEqual(await answer.json(), { text: 'HEC is healthy', code: 17 });
  }
});

test('one bad event refuses the request and is named by its number', async (t) => {
  const endpoints = await startIngest(t);
  const good = event({ event: 'good' });
  const far = Date.now() / 1_000 + LIMITS.events.futureMsMax / 1_000 + 60;
  const cases: readonly (readonly [body: string, code: number, number?: number])[] = [
    [`${good}{"event":`, 6, 1],
    [`${good}${good}}`, 6, 2],
    [`${good} nonsense`, 6, 1],
    [`[${good}]`, 6, 0],
    [`${good}{"sourcetype":"x"}`, 12, 1],
    [`${good}{"event":null}`, 12, 1],
    [`${good}{"event":""}`, 13, 1],
    [`${good}{"event":"x","time":"noon"}`, 6, 1],
    [`${good}{"event":"x","fields":[1]}`, 6, 1],
    [`${good}${event({ event: 'x', time: far })}`, 6, 1],
    [`${good}{"event":"x","index":"nowhere"}`, 7, 1],
    [`${good}{"event":"x","index":"_audit"}`, 6, 1],
    [`{"event":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`, 6, 0],
    ['', 5],
    [' \n ', 5],
  ];
  for (const [body, code, number] of cases) {
    const answer = await send(endpoints, '/event', body);
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body['invalid-event-number']],
      [400, code, number],
      body.slice(0, 60),
    );
  }
  assert.equal((await send(endpoints, '/raw', '\n')).body.code, 5);
  assert.equal((await send(endpoints, '/raw', Buffer.from([0xff]))).body.code, 6);
  const large = event({ event: 'x'.repeat(LIMITS.events.eventBytesMax) });
  const answer = await send(endpoints, '/event', good + large);
  assert.deepEqual([answer.status, answer.body.code], [413, 27]);
  assert.deepEqual(endpoints.queued(), []);
});

test('a key is taken as Splunk’s token, as a bearer and as the password of anybody', async (t) => {
  const endpoints = await startIngest(t);
  const basic = Buffer.from(`x:${endpoints.key}`).toString('base64');
  const body = event({ event: 'x' });
  for (const header of [`Splunk ${endpoints.key}`, `Bearer ${endpoints.key}`, `Basic ${basic}`]) {
    assert.equal((await send(endpoints, '', body, header)).status, 200, header);
  }
  const inAddress = await send(endpoints, `?token=${endpoints.key}`, body, '');
  assert.deepEqual([inAddress.status, inAddress.body.code], [401, 2]);
});

test('refusals come with the codes of the collector', async (t) => {
  const endpoints = await startIngest(t, { rates: { ingest: 2 } });
  const body = event({ event: 'x' });
  const codeOf = ({ status, body: { code } }: HecAnswer): number[] => [status, code];

  assert.deepEqual(codeOf(await send(endpoints, '', body, '')), [401, 2]);
  assert.deepEqual(codeOf(await send(endpoints, '', body, 'Digest x')), [401, 3]);
  assert.deepEqual(codeOf(await send(endpoints, '', body, 'Splunk nonsense')), [401, 3]);
  assert.deepEqual(codeOf(await send(endpoints, '', body, 'Splunk xp_live_nonsense')), [401, 4]);
  assert.deepEqual(
    codeOf(await send(endpoints, '', body, `Splunk ${await endpoints.revokedKey()}`)),
    [401, 1],
  );
  const reader = await endpoints.newKey('read-only');
  assert.deepEqual(codeOf(await send(endpoints, '', body, `Splunk ${reader}`)), [403, 4]);
  assert.deepEqual(
    codeOf(await send(endpoints, '', 'x'.repeat(LIMITS.http.bodyBytesMax + 1))),
    [413, 27],
  );
  endpoints.fillQueue();
  const full = await send(endpoints, '', body);
  assert.deepEqual(codeOf(full), [503, 9]);
  assert.equal(full.headers.get('retry-after'), '1');
  const often = await send(endpoints, '', body);
  assert.deepEqual(codeOf(often), [503, 9]);
  assert.ok(Number(often.headers.get('retry-after')) >= 1);
});
