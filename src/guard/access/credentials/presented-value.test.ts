import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointConfig } from '../../../contract/endpoint.ts';
import type { Request } from '../../../http/gate.ts';
import { presentedValue } from './presented-value.ts';

const KEY = 'xp_live_abc';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const all: EndpointConfig = {
  permission: 'logs:write',
  rate: 'none',
  schemes: ['splunk', 'apikey', 'basic'],
  body: 'none',
};

/** Only the headers are looked at. */
function sent(headers: Record<string, string>): Request {
  return { headers } as unknown as Request;
}

test('a key is found in the header of every product whose clients the endpoint is for', () => {
  for (const authorization of [
    `Bearer ${KEY}`,
    `Splunk ${KEY}`,
    `splunk  ${KEY}`,
    `ApiKey ${KEY}`,
    `ApiKey ${base64(`some-id:${KEY}`)}`,
    `Basic ${base64(`anybody:${KEY}`)}`,
    `basic ${base64(`:${KEY}`)}`,
  ]) {
    assert.equal(presentedValue(sent({ authorization }), all), KEY, authorization);
  }
});

test('elsewhere these schemes are refused, and each is taken only where it is named', () => {
  for (const authorization of [`Splunk ${KEY}`, `ApiKey ${KEY}`, `Basic ${base64(`x:${KEY}`)}`]) {
    const request = sent({ authorization });
    assert.throws(
      () => presentedValue(request, { permission: 'logs:write', rate: 'none', body: 'none' }),
      {
        code: 'UNAUTHORIZED',
      },
    );
    const config: EndpointConfig = {
      permission: 'logs:write',
      rate: 'none',
      schemes: [],
      body: 'none',
    };
    assert.throws(() => presentedValue(request, config), { code: 'UNAUTHORIZED' });
  }
});

test('what is no such header is refused, and an empty value is no key', () => {
  for (const authorization of ['', 'Splunk', 'Basic', 'Digest x', `Splunk ${KEY} more`]) {
    assert.throws(() => presentedValue(sent({ authorization }), all), { code: 'UNAUTHORIZED' });
  }
  assert.equal(presentedValue(sent({ authorization: 'Basic ====' }), all), '');
});

test('a token does not come in a key’s header; without any header there is nothing', () => {
  assert.equal(presentedValue(sent({ 'x-api-key': KEY }), all), KEY);
  assert.throws(() => presentedValue(sent({ 'x-api-key': 'xpat_1' }), all), {
    code: 'UNAUTHORIZED',
  });
  assert.equal(presentedValue(sent({}), all), undefined);
});
