/**
 * The only outbound path to addresses that organizations configure: webhooks, buckets, and any other URL entered by a
 * tenant. There is only one form, since one machine and many make calls in the same way.
 */
export interface Outbound {
  /**
   * Throws an `OutboundError` for an address that can never be called, for validation when it is saved. The name is
   * resolved only on a call, and again on each call.
   */
  check(url: string): void;
  /**
   * One request, one answer. Throws an `OutboundError`; a status is no error, except one that leads elsewhere.
   * Every address of the name is checked, and one of the checked ones is dialled.
   */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
}

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Less than the bound of every call. */
  readonly totalMsMax?: number;
  /** The request is for a part of a file, which may be larger than other answers. */
  readonly asksForFile?: boolean;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Names in small letters; of a repeated header the values, joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it came: nothing is unpacked. */
  readonly body: Uint8Array;
}

/** Why there is no answer. Codes are stored and displayed, so they never change their meaning. */
export const OUTBOUND_CODES = {
  address_invalid: 'Invalid URL.',
  scheme_refused: 'Only https is allowed, and http where the operator permits it.',
  credentials_refused: 'A URL must not contain a user name or password.',
  port_refused: 'This port is not allowed.',
  address_refused: 'This resolves to an address that is not public.',
  request_too_large: 'The request is too large to be sent.',
  not_resolved: "Can't resolve the host name.",
  not_reached: "Can't connect.",
  untrusted: 'The certificate of the host is not valid for it.',
  timed_out: 'Timed out waiting for a response.',
  redirected: 'The host sent a redirect, which is not followed.',
  answer_too_large: 'The response is too large.',
  broken_off: 'The connection closed before the response was complete.',
  stopped: 'The call was canceled.',
} as const;
export type OutboundCode = keyof typeof OUTBOUND_CODES;

/** Contains nothing of the address or of the sent data, so it may be logged and displayed. */
export class OutboundError extends Error {
  readonly code: OutboundCode;
  /** The host may have received the request. */
  readonly mayHaveArrived: boolean;

  constructor(code: OutboundCode, mayHaveArrived = false, cause?: unknown) {
    super(OUTBOUND_CODES[code], { cause });
    this.name = 'OutboundError';
    this.code = code;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** What the operator allows in addition to public addresses over https, including plain http. */
export interface OutboundAllowance {
  /** Addresses and networks, such as `10.1.0.0/16`. */
  readonly networks: readonly string[];
  /** Names, in small letters; wherever they lead. */
  readonly hosts: readonly string[];
}
