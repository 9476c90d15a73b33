import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from '../spec/codes.ts';
import type { RateName } from '../spec/rates.ts';
import type { Permission } from '../spec/roles.ts';

/**
 * Who may call an endpoint: a permission of the matrix, anyone who is signed in with a web session
 * (before an organization is known), somebody signed in who runs the installation, anyone at all, or
 * whoever holds the operator's token.
 */
export type EndpointAccess = Permission | 'session' | 'installation' | 'public' | 'operator';

/** What a caller can present: an API key, a personal access token, the cookie of a web session, or the token of a directory. */
export const CREDENTIAL_KINDS = ['api_key', 'access_token', 'session', 'scim_token'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** Schemes of `Authorization` beside `Bearer` in which clients of other products send their key. */
export type AuthorizationScheme = 'splunk' | 'apikey' | 'basic';

/**
 * What an endpoint takes as a body, and with it how large one may be: nothing, something that nobody looks at,
 * JSON of an account, a form that the handler reads, JSON of the management, with the definition of a dashboard or with a bundle,
 * or bytes (`rawBody`) that the handler reads itself: as many as the operator takes, or as many as are promised to evaluations or
 * SAML responses.
 */
export type EndpointBody =
  | 'none'
  | 'ignored'
  | 'account'
  | 'form'
  | 'management'
  | 'definition'
  | 'bundle'
  | 'raw'
  | 'saml'
  | 'evaluation';

export interface EndpointConfig {
  readonly permission: EndpointAccess;
  /** The row of the rate table it counts against. Only what orchestrators and browsers load counts nowhere. */
  readonly rate: RateName | 'none';
  readonly body: EndpointBody;
  /** Looks closer at a search just run: counts against the row only when there was none, or too often. */
  readonly isFollowUp?: true;
  /**
   * Of the row `session`: it also counts there for a stranger who presents no session, since nothing is tried. With one that
   * is refused it counts on `auth`, as the others of that row do for every stranger.
   */
  readonly isOpenLook?: true;
  /** Does the work of two calls, and counts as two. */
  readonly countsTwice?: true;
  /** Its handler counts (`countRate`), since only it knows whether there is anything to count. */
  readonly isCountedByHandler?: true;
  /** Credentials it takes; every kind that can hold the permission when absent. */
  readonly credentials?: readonly CredentialKind[];
  /**
   * Of endpoints for whoever is signed in: also open to a session that works in one organization alone, which
   * the handler then keeps to. The others are refused to it.
   */
  readonly isForConfined?: true;
  /** Refuses requests that name another host or come from another site: a web page must not reach it through a browser. */
  readonly needsOwnHost?: true;
  /** What it sets up sends data out, or lets people in, for as long as it exists: a lent role is not enough. */
  readonly needsStandingRole?: true;
  /** Schemes it takes beside `Bearer`. A browser sends `Basic` by itself, so only endpoints for programs do. */
  readonly schemes?: readonly AuthorizationScheme[];
  /** `page`: HTML for people, under the security headers of a page; `app`: the web app. JSON and text otherwise. */
  readonly answer?: 'page' | 'app';
  /** Set once its removal is announced; every answer then says so in its headers, and the API reference too. */
  readonly deprecated?: Deprecation;
}

/** Days are written as `2026-11-15`, and begin at 00:00 UTC. */
export interface Deprecation {
  /** The day of the release that announced it. */
  readonly since: string;
  /** The first day on which it may be missing: at least `LIMITS.http.deprecationMsMin` later. */
  readonly sunset: string;
  /** The address that replaces it. */
  readonly successor?: string;
}

/** An endpoint, declared once: the route, the OpenAPI document, the web client and the CLI read this value. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly config: EndpointConfig;
  /** What is checked on the way in and written on the way out. */
  readonly schema: {
    readonly tags: readonly string[];
    readonly summary: string;
    readonly description?: string;
    readonly params?: TSchema;
    readonly querystring?: TSchema;
    readonly headers?: TSchema;
    readonly body?: TSchema;
    readonly response: Readonly<Record<number, TSchema>>;
  };
  /** What only the API reference needs. */
  readonly docs: {
    /** Content types of a raw body, each with what it holds. */
    readonly accepts?: Readonly<Record<string, TSchema>>;
    /** Content type of the answer, unless it is JSON. */
    readonly produces?: string;
    /** The answer as server-sent events: each by its name, with what its `data` holds as JSON. */
    readonly stream?: Readonly<Record<string, StreamedEvent>>;
    /** Headers of the answer beside those that every endpoint of its kind has. */
    readonly headers?: readonly ('X-Receipt' | 'X-Throttled')[];
    /** Codes beside those that its kind of endpoint has anyway. */
    readonly errors?: readonly ErrorCode[];
    readonly example: EndpointExample;
  };
}

/** One kind of message of a stream; those without a name are called `message`. */
export interface StreamedEvent {
  readonly when: string;
  readonly data: TSchema;
}

/** One call that works, and its answer. A test holds it against the schemas. */
export interface EndpointExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Absent when the answer has no body. */
  readonly answer?: unknown;
}

type Part<E extends Endpoint, K extends 'params' | 'querystring' | 'body'> = E['schema'] extends {
  readonly [key in K]: infer S extends TSchema;
}
  ? Static<S>
  : undefined;

/** What a client sends to an endpoint. */
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'querystring'>;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;

/** What it gets back when all goes well. */
export type AnswerOf<E extends Endpoint> = E['schema']['response'] extends infer R
  ? { [status in keyof R]: R[status] extends TSchema ? Static<R[status]> : never }[keyof R]
  : never;
