import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../base/errors.ts';
import type { EndpointBody } from '../contract/endpoint.ts';
import { LIMITS, type Limits } from '../spec/limits.ts';
import { KB } from '../spec/units.ts';
import { isObject } from '../base/is-object.ts';
import { parseJson, type JsonBounds } from './parse-json.ts';
import { readBody, type BodyBounds } from './read-body.ts';
import type { WaitingClients } from './servers.ts';
import { missingBody, wrongMediaType } from './to-app-error.ts';

/** What the parser has to know about the endpoint a body is for. */
export interface BodyKind {
  /** `none`: no body, but an empty object is accepted. `ignored`: the body is not even read. */
  readonly takes: 'json' | 'raw' | 'ignored' | 'none';
  readonly bounds: BodyBounds & JsonBounds;
}

/** An empty object, with some white space around it. */
const EMPTY_BYTES_MAX = 1 * KB;

export function bodyKindOf(body: EndpointBody, limits: Limits['http']): BodyKind {
  const within = (bodyBytesMax: number): BodyKind['bounds'] => ({ ...limits, bodyBytesMax });
  switch (body) {
    case 'raw':
      return { takes: 'raw', bounds: limits };
    case 'evaluation':
      return { takes: 'raw', bounds: within(LIMITS.evaluation.bodyBytesMax) };
    case 'saml':
      return { takes: 'raw', bounds: within(LIMITS.identity.samlFormBytesMax) };
    case 'form':
      return { takes: 'raw', bounds: within(limits.accountBodyBytesMax) };
    case 'account':
      return { takes: 'json', bounds: within(limits.accountBodyBytesMax) };
    case 'management':
      return { takes: 'json', bounds: within(limits.managementBodyBytesMax) };
    case 'definition':
      return { takes: 'json', bounds: within(limits.definitionBodyBytesMax) };
    case 'bundle': {
      const { bytesMax, fieldsMax } = LIMITS.bundles;
      return { takes: 'json', bounds: { ...within(bytesMax), jsonPartsMax: fieldsMax } };
    }
    case 'none':
    case 'ignored':
      return { takes: body, bounds: within(EMPTY_BYTES_MAX) };
  }
}

type Done = (error: Error | null, body?: unknown) => void;

/** The only body parser: bytes for endpoints that declare a raw body, otherwise JSON. */
export function bodyParser(
  waiting: WaitingClients,
  kindOf: (request: FastifyRequest) => BodyKind | undefined,
) {
  return (request: FastifyRequest, payload: IncomingMessage, done: Done): void => {
    const kind = kindOf(request);
    // Nobody uses the body, for example at an unknown address.
    if (kind === undefined || kind.takes === 'ignored') return done(null, undefined);
    if (kind.takes !== 'raw' && !isJson(request)) {
      // Clients may send `Content-Type: text/plain` on a call that needs no body.
      return hasNoBody(payload) ? done(null, undefined) : done(wrongMediaType());
    }
    if (kind.takes === 'none' && mayHoldContent(payload)) return done(noBodyTaken());
    readBody(kind.bounds, waiting, payload, (error, bytes) => {
      if (error !== null || bytes === undefined) return done(error);
      if (kind.takes === 'raw') return done(null, bytes);
      let body: unknown;
      try {
        body = bytes.length === 0 ? emptyBody(kind) : parseJson(bytes, kind.bounds);
        if (kind.takes === 'none') refuseContent(body);
      } catch (caught) {
        return done(caught instanceof Error ? caught : new Error('unreadable body'));
      }
      return done(null, body);
    });
  };
}

/** Returns the bytes of an endpoint that is configured to read its body itself; empty if there was no body. */
export function rawBody(request: FastifyRequest): Buffer {
  const { body } = request;
  if (body === undefined) return Buffer.alloc(0);
  if (!Buffer.isBuffer(body)) throw new Error('the endpoint is not declared with a raw body');
  return body;
}

/** What a JSON endpoint takes, by the media type its caller names. */
export function isJson(request: FastifyRequest): boolean {
  const type = request.mediaType;
  return type === 'application/json' || (type?.endsWith('+json') ?? false);
}

function hasNoBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  return !isChunked && (length === undefined || length === '0');
}

function emptyBody(kind: BodyKind): undefined {
  if (kind.takes === 'json') throw missingBody();
  return undefined;
}

/** Nothing is unpacked to find out that it should not be there. */
function mayHoldContent(request: IncomingMessage): boolean {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  const isPacked = encoding !== undefined && encoding !== 'identity';
  return Number(length) > EMPTY_BYTES_MAX || (isPacked && !hasNoBody(request));
}

function refuseContent(body: unknown): void {
  if (body === undefined || (isObject(body) && Object.keys(body).length === 0)) return;
  throw noBodyTaken();
}

function noBodyTaken(): AppError {
  const message = "This endpoint doesn't accept a body.";
  return new AppError('VALIDATION_ERROR', message, { details: [{ path: '', message }] });
}
