import { ERROR_CODES, type ErrorCode } from '../spec/codes.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import type { HeaderName } from './openapi-texts.ts';
import type { Answer, Reference } from './openapi-document.ts';

export interface Refusals {
  /** The answer with these codes, all of this status. */
  refer(status: number, codes: readonly ErrorCode[]): Reference;
  /** What the references point to. */
  named(): Readonly<Record<string, Answer>>;
}

export const RATE_HEADERS: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
];

/** Gathers the error answers of a document: a few dozen serve all endpoints. */
export function collectRefusals(errorSchema: JsonSchema): Refusals {
  const named = new Map<string, Answer>();
  return {
    refer: (status, codes) => {
      const name = [status, ...codes].join('.');
      if (!named.has(name)) named.set(name, refusal(status, codes, errorSchema));
      return { $ref: `#/components/responses/${name}` };
    },
    named: () => Object.fromEntries([...named].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

function refusal(status: number, codes: readonly ErrorCode[], schema: JsonSchema): Answer {
  const [first = 'INTERNAL'] = codes;
  const example = { error: ERROR_CODES[first].when, code: first };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].when}`).join('\n\n'),
    headers: headersOf(['X-Request-Id', ...waitHeaders(status)]),
    content: { 'application/json': { schema, example } },
  };
}

function waitHeaders(status: number): readonly HeaderName[] {
  if (status === 429) return RATE_HEADERS;
  return status === 503 ? ['Retry-After'] : [];
}

export function headersOf(names: readonly HeaderName[]): Answer['headers'] {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
