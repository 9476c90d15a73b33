import type { SsoCode } from '../connections/sso-refusal.ts';
import type { Assertion } from './read-assertion.ts';

/** A response to be read, with what that takes. */
export interface SamlJob {
  /** `SAMLResponse` of the form. */
  readonly response: string;
  readonly certificates: readonly string[];
  /** Ours, for what was encrypted for us. */
  readonly privateKey: string;
  /** Assertions that are not are refused. */
  readonly encrypted: boolean;
  /** Whether unsolicited responses are read at all. */
  readonly readsUnsolicited: boolean;
}

/** The response's claims about itself; its author is not verified. */
export interface Envelope {
  /** Undefined if the response is unsolicited. */
  readonly inResponseTo: string | undefined;
  readonly destination: string | undefined;
  readonly issuer: string | undefined;
}

export interface SamlAnswer {
  /** Undefined if the form itself was rejected. */
  readonly envelope: Envelope | undefined;
  /** What the provider has signed. */
  readonly assertion?: Assertion;
  readonly refused?: { readonly code: SsoCode; readonly reason: string };
}
