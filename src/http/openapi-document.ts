/** The parts of OpenAPI 3.1 that our document has. */
import type { JsonSchema } from '../contract/json-schema.ts';
import type { HeaderName, HEADERS, SECURITY_SCHEMES } from './openapi-texts.ts';

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: typeof SECURITY_SCHEMES;
    readonly headers: typeof HEADERS;
    /** What several endpoints refuse with, by status and codes. */
    readonly responses: Readonly<Record<string, Answer>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Its removal is announced; from the day of `x-sunset` on it may be missing. */
  readonly deprecated?: true;
  readonly 'x-sunset'?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
  /** The permission of the matrix the caller needs. */
  readonly 'x-permission'?: string;
  /** A temporary role is not sufficient, since the configured object outlives it. */
  readonly 'x-needs-standing-role'?: boolean;
  /** The rate row it counts against. */
  readonly 'x-rate-limit'?: { readonly perMinute: number; readonly per: string };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: string | number | boolean;
}

export interface Medium {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /** For a stream: the content of `data` in each kind of message. */
  readonly 'x-events'?: Readonly<
    Record<string, { readonly description: string; readonly schema: JsonSchema }>
  >;
}

export type Content = Readonly<Record<string, Medium>>;

export interface Answer {
  readonly description: string;
  readonly headers: Readonly<Partial<Record<HeaderName, { readonly $ref: string }>>>;
  readonly content?: Content;
}

export interface Reference {
  readonly $ref: string;
}

/** An answer of an operation, also where it is one that several share. */
export function answerOf({ components }: OpenApi, part: Answer | Reference): Answer {
  if (!('$ref' in part)) return part;
  const answer = components.responses[part.$ref.replace('#/components/responses/', '')];
  if (answer === undefined) throw new Error(`the document has no answer ${part.$ref}`);
  return answer;
}
