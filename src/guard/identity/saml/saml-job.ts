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
  /** Whether a response that nobody asked for is read at all. */
  readonly readsUnsolicited: boolean;
}

/** What a response says of itself, whoever wrote it. */
export interface Envelope {
  /** Undefined: nobody asked for it. */
  readonly inResponseTo: string | undefined;
  readonly destination: string | undefined;
  readonly issuer: string | undefined;
}

export interface SamlAnswer {
  /** Undefined where the form alone was refused. */
  readonly envelope: Envelope | undefined;
  /** What the provider has signed. */
  readonly assertion?: Assertion;
  readonly refused?: { readonly code: SsoCode; readonly reason: string };
}
