import type { ErrorForm } from '../../../http/error-answer.ts';
import type { Request } from '../../../http/gate.ts';
import type { TakenEvents } from '../accept-events.ts';
import { refusalError, summaryOf } from '../partial-intake.ts';
import { exportLogsResponse, rpcStatus } from './write-protobuf.ts';

export type OtlpEncoding = 'protobuf' | 'json';

/** Undefined when the content type is neither. */
export function otlpEncoding(request: Request): OtlpEncoding | undefined {
  switch (request.mediaType) {
    case 'application/x-protobuf':
    case 'application/protobuf':
      return 'protobuf';
    case 'application/json':
      return 'json';
    default:
      return undefined;
  }
}

export const OTLP_TYPES: Readonly<Record<OtlpEncoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

interface JsonAnswer {
  readonly partialSuccess?: { readonly rejectedLogRecords: string; readonly errorMessage: string };
}

/** Encodes the response in the encoding of the request. If no event was accepted, it is an error. */
export function otlpAnswer(
  encoding: OtlpEncoding,
  { queued, refusals }: TakenEvents,
): Buffer | JsonAnswer {
  const message = summaryOf(refusals);
  const refused = refusalError(refusals);
  if (queued === undefined && refused !== undefined) throw refused;
  if (encoding === 'protobuf') return exportLogsResponse(refusals.length, message);
  if (refusals.length === 0) return {};
  // Proto3 writes 64-bit numbers as text.
  const rejectedLogRecords = String(refusals.length);
  return { partialSuccess: { rejectedLogRecords, errorMessage: message } };
}

/** By HTTP status; any other status is an error of the request. */
const RPC_CODES: Readonly<Record<number, number>> = {
  401: 16,
  403: 7,
  408: 4,
  413: 8,
  429: 8,
  500: 13,
  503: 14,
};
const INVALID_ARGUMENT = 3;

/** A `google.rpc.Status` in the encoding of the request. */
export const otlpError: ErrorForm = (error, usual, request) => {
  const encoding = otlpEncoding(request) ?? 'json';
  const code = RPC_CODES[usual.status] ?? INVALID_ARGUMENT;
  const { message } = error;
  const headers = { ...usual.headers, 'content-type': OTLP_TYPES[encoding] };
  const body =
    encoding === 'protobuf' ? rpcStatus(code, message) : JSON.stringify({ code, message });
  // Clients give up at 500, and a fault of ours must not cost them their logs: 503 they try again.
  if (usual.status !== 500) return { status: usual.status, headers, body };
  return { status: 503, headers: { ...headers, 'retry-after': '5' }, body };
};
