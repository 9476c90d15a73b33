import type { TSchema } from 'typebox';
import type { Permission } from '../spec/roles.ts';
import type { RateName } from '../spec/rates.ts';

/**
 * Who may call an endpoint: a permission of the matrix, anyone who is signed in with a web session
 * (before an organization is known), anyone at all, or whoever holds the operator's token.
 */
export type EndpointAccess = Permission | 'session' | 'public' | 'operator';

/** An endpoint, declared once: the route, the OpenAPI document, the web client and the CLI read this value. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly config: {
    readonly permission: EndpointAccess;
    /** The row of the rate table this endpoint counts against. */
    readonly rate?: RateName;
  };
  readonly schema: {
    readonly tags: readonly string[];
    readonly summary: string;
    readonly description?: string;
    readonly params?: TSchema;
    readonly querystring?: TSchema;
    readonly headers?: TSchema;
    readonly body?: TSchema;
    readonly consumes?: readonly string[];
    readonly response: Readonly<Record<number, TSchema>>;
  };
}
