/**
 * The only way out to addresses that organizations name: webhooks, buckets, whatever a tenant may type in. It
 * comes in one form, since one machine and many call alike.
 */
export interface Outbound {
  /**
   * Throws an `OutboundError` for an address that can never be called, for whoever saves one. Where its name leads
   * is asked only when it is called, and each time anew.
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
  /** A part of a file is asked for, which may be larger than other answers. */
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

/** Why there is no answer. Codes are kept and shown, so they never change their meaning. */
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

/** Nothing of the address or of what was sent stands in it, so it may be logged and shown. */
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

/** What the operator opens beside public addresses over https; plain http to it included. */
export interface OutboundAllowance {
  /** Addresses and networks, such as `10.1.0.0/16`. */
  readonly networks: readonly string[];
  /** Names, in small letters; wherever they lead. */
  readonly hosts: readonly string[];
}
