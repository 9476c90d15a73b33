/** Bodies that cost most to look at, for whatever an endpoint takes; some are taken, most are refused. */
import { gzipSync } from 'node:zlib';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { LIMITS } from '../limits.ts';

export interface ExpensiveRequest {
  readonly name: string;
  readonly body: Buffer<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

const { bodyBytesMax, accountBodyBytesMax, managementBodyBytesMax, definitionBodyBytesMax } =
  LIMITS.http;

const json = { 'content-type': 'application/json' };

/** Kilobytes that unpack to ten megabytes: brackets, and objects that a parser would have to make. */
const BOMBS = [
  packed(plain('unpacks to brackets', '['.repeat(bodyBytesMax), json)),
  packed(plain('unpacks to objects', `{"name":[${'{},'.repeat(bodyBytesMax / 3 - 10)}`, json)),
];

export function expensiveBodies({ config, docs }: Endpoint): ExpensiveRequest[] {
  switch (config.body) {
    case 'none':
    case 'ignored':
      return BOMBS;
    case 'form':
      return BOMBS;
    case 'account':
      return [...BOMBS, ...jsonBodies(accountBodyBytesMax, json)];
    case 'management':
      return [...BOMBS, ...jsonBodies(managementBodyBytesMax, json)];
    case 'definition':
      return [...BOMBS, ...jsonBodies(definitionBodyBytesMax, json)];
    case 'bundle':
      return [...BOMBS, ...jsonBodies(LIMITS.bundles.bytesMax, json)];
    case 'saml':
      return formBodies(LIMITS.identity.samlFormBytesMax);
    case 'raw':
    case 'evaluation': {
      const [type = 'application/json'] = Object.keys(docs.accepts ?? {});
      return rawBodies({ 'content-type': type });
    }
  }
}

/** As large as the bound allows, less what frames it. */
function jsonBodies(size: number, headers: ExpensiveRequest['headers']): ExpensiveRequest[] {
  const fields = Array.from({ length: size / 14 }, (_, i) => `"f${i}":1`).join();
  return [
    plain('deepest', '['.repeat(size), headers),
    plain('deep and closed', `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`, headers),
    plain('most fields', `{${fields}}`, headers),
    plain('longest list', `[${'1,'.repeat(size / 2 - 2)}1]`, headers),
    plain('longest text', `{"name":"${'x'.repeat(size - 12)}"}`, headers),
    plain('longest escapes', `{"name":"${'\\u0061'.repeat(size / 6 - 3)}"}`, headers),
    plain('broken at its end', `{"name":[${'{},'.repeat(size / 3 - 10)}`, headers),
  ];
}

function rawBodies(headers: ExpensiveRequest['headers']): ExpensiveRequest[] {
  const size = bodyBytesMax;
  const lines = (line: string): string => `${line}\n`.repeat(size / (line.length + 1));
  return [
    plain('deepest', '['.repeat(size), headers),
    plain('longest escapes', `{"event":"${'\\u0061'.repeat(size / 6 - 3)}"}`, headers),
    plain(
      'most fields',
      `{${Array.from({ length: 99_999 }, (_, i) => `"f${i}":1`).join()}}`,
      headers,
    ),
    packed(plain('unpacks to ten megabytes', '{"event":"x"}\n'.repeat(size / 14), headers)),
    plain('most events', `[${'{"event":"x"},'.repeat(49_999)}{"event":"x"}]`, headers),
    plain('most lines', lines('{"event":"x"}'), headers),
    plain('empty lines', lines(''), headers),
    plain('no text', '\xff'.repeat(size / 2), headers),
  ];
}

/** The handler reads the form itself, and a thread what is in it. */
function formBodies(size: number): ExpensiveRequest[] {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const filled = (part: string): string => part.repeat(Math.floor(size / part.length));
  return [
    plain('most fields of a form', filled('a=1&'), headers),
    plain('most escapes of a form', filled('%41'), headers),
    plain('most spaces of a form', filled('+'), headers),
  ];
}

function plain(name: string, text: string, headers: ExpensiveRequest['headers']): ExpensiveRequest {
  return { name, body: Buffer.from(text), headers };
}

function packed({ name, body, headers }: ExpensiveRequest): ExpensiveRequest {
  return { name, body: gzipSync(body), headers: { ...headers, 'content-encoding': 'gzip' } };
}
