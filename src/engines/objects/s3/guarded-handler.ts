/** Sends requests signed by the client through the only outbound path, and passes only answers of S3 back. */
import { Readable } from 'node:stream';
import type { Limits } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../outbound/outbound.ts';
import { ObjectsError } from '../objects.ts';

/** A request as the client hands it over. */
interface SignedRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface GuardedNeeds {
  readonly outbound: Pick<Outbound, 'send'>;
  readonly limits: Limits['objects'];
}

/** Implements the request handler interface of the client. */
export function createGuardedHandler({ outbound, limits }: GuardedNeeds) {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    destroy: () => {},
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
    async handle(request: SignedRequest, options: { readonly abortSignal?: AbortSignal } = {}) {
      const body = bytesOf(request.body);
      const asksForFile = isForFile(request);
      const answer = await outbound.send({
        url: urlOf(request),
        method: methodOf(request.method),
        headers: request.headers,
        body,
        asksForFile,
        totalMsMax: timeFor(limits, body.byteLength + (asksForFile ? limits.rangeBytes : 0)),
        ...(options.abortSignal === undefined ? {} : { signal: options.abortSignal }),
      });
      checkAnswer(request, answer);
      const { status: statusCode, headers } = answer;
      // The client accepts only streams, so the complete body is wrapped in one.
      const stream = Readable.from([answer.body]);
      return { response: { statusCode, headers: { ...headers }, body: stream } };
    },
  };
}

/** A store that takes a byte a second is never silent, so the whole call has its time. */
function timeFor({ callMs, bytesPerSecondMin }: Limits['objects'], bytes: number): number {
  return callMs + Math.ceil((bytes / bytesPerSecondMin) * SECOND_MS);
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined || body === null) return new Uint8Array();
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError('a body is sent whole');
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;

function methodOf(text: string): OutboundRequest['method'] {
  const method = METHODS.find((each) => each === text);
  if (method === undefined) throw new TypeError('a call has one of the methods of S3');
  return method;
}

function urlOf({ protocol, hostname, port, path, query = {} }: SignedRequest): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encode(name)}=${encode(each ?? '')}`),
  );
  const search = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search}`;
}

/** As signatures have it: everything but letters, digits and four marks. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function isForFile({ method, query = {} }: SignedRequest): boolean {
  return method === 'GET' && rootOf({ method, query }) === undefined;
}

/** The root element of an XML answer; undefined for other answers. */
function rootOf({
  method,
  query = {},
}: Pick<SignedRequest, 'method' | 'query'>): string | undefined {
  if (method === 'POST' && 'uploads' in query) return 'InitiateMultipartUploadResult';
  if (method === 'POST' && 'uploadId' in query) return 'CompleteMultipartUploadResult';
  if (method !== 'GET') return undefined;
  if ('uploadId' in query) return 'ListPartsResult';
  if ('uploads' in query) return 'ListMultipartUploadsResult';
  return 'list-type' in query ? 'ListBucketResult' : undefined;
}

/**
 * The client would accept a proxy's page, or an empty body, as a listing without files or an upload without a name. It
 * detects errors inside a 200 response itself.
 */
function checkAnswer(request: SignedRequest, { status, body }: OutboundAnswer): void {
  const root = rootOf(request);
  if (root === undefined || status < 200 || status >= 300) return;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8').trim();
  const name = /^(?:\uFEFF?<\?xml[^>]*\?>\s*)?<(\w+)[\s>]/.exec(text)?.[1];
  if (name !== root && name !== 'Error') throw new ObjectsError('unknown_answer');
  if (!text.endsWith(`</${name}>`)) throw new ObjectsError('broken_off');
}
