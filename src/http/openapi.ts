/** The OpenAPI 3.1 document, generated from the endpoints of `contract/` alone: nothing needs to be started. */
import { STATUS_CODES } from 'node:http';
import { runSteps, type Steps } from '../base/steps.ts';
import {
  CREDENTIAL_KINDS,
  type CredentialKind,
  type Endpoint,
  type EndpointConfig,
} from '../contract/endpoint.ts';
import { ErrorAnswer } from '../contract/schema.ts';
import { ERROR_CODES, type ErrorCode } from '../spec/codes.ts';
import { RATES } from '../spec/rates.ts';
import {
  KEY_SCOPE_PERMISSIONS,
  PERMISSIONS,
  roleHolds,
  TOKEN_SCOPE_PERMISSIONS,
  type Permission,
} from '../spec/roles.ts';
import { collectRefusals, headersOf, RATE_HEADERS, type Refusals } from './openapi-refusals.ts';
import type {
  Answer,
  Content,
  OpenApi,
  Operation,
  Parameter,
  Reference,
} from './openapi-document.ts';
import { type HeaderName, HEADERS, INTRODUCTION, SECURITY_SCHEMES, TAGS } from './openapi-texts.ts';
import { collectSchemas, type SchemaCollection } from './openapi-schemas.ts';
import type { JsonSchema } from '../contract/json-schema.ts';

export function openApiDocument(
  endpoints: Readonly<Record<string, Endpoint>>,
  version: string,
): OpenApi {
  return runSteps(openApiSteps(endpoints, version));
}

/** One endpoint a step: all of them take longer than anybody may be held up. */
export function* openApiSteps(
  endpoints: Readonly<Record<string, Endpoint>>,
  version: string,
): Steps<OpenApi> {
  const schemas = collectSchemas();
  const refusals = collectRefusals(schemas.add(ErrorAnswer));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, endpoint] of Object.entries(endpoints).toSorted(byAddress)) {
    const path = endpoint.url.replace(/:(\w+)/g, '{$1}');
    const operations = (paths[path] ??= {});
    operations[endpoint.method.toLowerCase()] = operation(name, endpoint, schemas, refusals);
    yield;
  }
  const used = new Set(Object.values(endpoints).flatMap(({ schema }) => schema.tags));
  return {
    openapi: '3.1.0',
    info: { title: 'Xplain', version, description: INTRODUCTION },
    servers: [{ url: '/', description: 'This installation' }],
    tags: [...new Set([...Object.keys(TAGS), ...used])]
      .filter((name) => used.has(name))
      .map((name) => ({ name, description: TAGS[name] ?? '' })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      responses: refusals.named(),
      schemas: schemas.named(),
    },
  };
}

const METHODS: readonly Endpoint['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function byAddress([, a]: [string, Endpoint], [, b]: [string, Endpoint]): number {
  if (a.url !== b.url) return a.url < b.url ? -1 : 1;
  return METHODS.indexOf(a.method) - METHODS.indexOf(b.method);
}

function operation(
  name: string,
  endpoint: Endpoint,
  schemas: SchemaCollection,
  refusals: Refusals,
): Operation {
  const { config, schema, docs } = endpoint;
  const parameters = parametersOf(endpoint, schemas);
  const body = bodyOf(endpoint, schemas);
  const rate = config.rate === 'none' ? undefined : RATES[config.rate];
  return {
    operationId: name,
    tags: schema.tags,
    summary: schema.summary,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(config.deprecated === undefined
      ? {}
      : { deprecated: true as const, 'x-sunset': config.deprecated.sunset }),
    security: securityOf(config),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      ...successes(endpoint, schemas, docs.produces ?? 'application/json'),
      ...failures(endpoint, refusals),
    },
    ...(isPermission(config.permission) ? { 'x-permission': config.permission } : {}),
    ...(config.needsStandingRole ? { 'x-needs-standing-role': true } : {}),
    ...(rate === undefined
      ? {}
      : { 'x-rate-limit': { perMinute: rate.perMinute, per: rate.scope } }),
  };
}

function parametersOf({ schema, docs }: Endpoint, schemas: SchemaCollection): Parameter[] {
  const places = [
    { place: 'path', part: schema.params, examples: docs.example.params },
    { place: 'query', part: schema.querystring, examples: docs.example.query },
    { place: 'header', part: schema.headers, examples: undefined },
  ] as const;
  return places.flatMap(({ place, part, examples }) => {
    const object: JsonSchema = part ?? {};
    return Object.entries(object.properties ?? {}).map(([name, field]): Parameter => {
      const { description, ...rest } = schemas.add(field);
      const example = examples?.[name];
      return {
        name,
        in: place,
        required: object.required?.includes(name) ?? false,
        ...(description === undefined ? {} : { description }),
        schema: rest,
        ...(example === undefined ? {} : { example: typedExample(rest, example) }),
      };
    });
  });
}

/** Converts an example, written as text in the contract as in an address, to the type of its schema. */
function typedExample({ type }: JsonSchema, text: string): string | number | boolean {
  if (type === 'integer' || type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

function bodyOf({ schema, docs }: Endpoint, schemas: SchemaCollection): Content | undefined {
  const accepted = docs.accepts ?? (schema.body && { 'application/json': schema.body });
  if (accepted === undefined) return undefined;
  const { body: example } = docs.example;
  const content = Object.entries(accepted).map(([type, part], index) => [
    type,
    // The example is written in the first of the content types.
    { schema: schemas.add(part), ...(index === 0 && example !== undefined ? { example } : {}) },
  ]);
  return Object.fromEntries(content) as Content;
}

function successes(
  endpoint: Endpoint,
  schemas: SchemaCollection,
  type: string,
): Record<string, Answer> {
  const { schema, docs, config } = endpoint;
  const { answer } = docs.example;
  return Object.fromEntries(
    Object.entries(schema.response).map(([status, part], index) => {
      const isEmpty = (part as JsonSchema).type === 'null' || status === '204';
      const example = index === 0 && answer !== undefined ? { example: answer } : {};
      const streamed = index === 0 ? streamOf(endpoint, schemas) : undefined;
      const content = {
        [type]: { schema: schemas.add(part), ...example, ...streamed?.[type] },
        ...(streamed === undefined || type in streamed ? {} : streamed),
      };
      const answered = {
        description: STATUS_CODES[status] ?? 'Done',
        headers: headersOf([...headersOfKind(config), ...(docs.headers ?? [])]),
      };
      return [status, isEmpty ? answered : { ...answered, content }];
    }),
  );
}

const STREAM = 'text/event-stream';

/** The same response as a stream, for clients that request one. */
function streamOf({ docs }: Endpoint, schemas: SchemaCollection): Content | undefined {
  if (docs.stream === undefined) return undefined;
  const events = Object.entries(docs.stream).map(
    ([name, { when, data }]) => [name, { description: when, schema: schemas.add(data) }] as const,
  );
  const names = events.map(([name]) => `\`${name}\``).join(', ');
  const description = `Server-sent events: ${names}. Each has JSON as its \`data\`, described in \`x-events\`.`;
  const schema = { type: 'string', description };
  return { [STREAM]: { schema, 'x-events': Object.fromEntries(events) } };
}

function headersOfKind({ rate, deprecated }: EndpointConfig): HeaderName[] {
  const always: readonly HeaderName[] =
    deprecated === undefined ? ['X-Request-Id'] : ['X-Request-Id', 'Deprecation', 'Sunset', 'Link'];
  if (rate === 'none') return [...always];
  return [...always, ...RATE_HEADERS];
}

function failures(endpoint: Endpoint, refusals: Refusals): Record<string, Reference> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of failureCodes(endpoint)) {
    const { status } = ERROR_CODES[code];
    if (status in endpoint.schema.response) continue;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), refusals.refer(status, codes)]),
  );
}

/** What an endpoint of this kind can answer, and what it declares beyond that; in the order of the table. */
function failureCodes({ config, schema, docs }: Endpoint): ErrorCode[] {
  const isOpen = config.permission === 'public';
  const hasBody = schema.body !== undefined || docs.accepts !== undefined;
  const hasInput = hasBody || schema.params !== undefined || schema.querystring !== undefined;
  const groups: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [hasInput, ['VALIDATION_ERROR']],
    [!isOpen, ['UNAUTHORIZED']],
    [credentialsOf(config).includes('api_key'), KEY_CODES],
    [credentialsOf(config).includes('access_token'), TOKEN_CODES],
    [isPermission(config.permission), ['INSUFFICIENT_SCOPE', 'FORBIDDEN', 'IP_NOT_ALLOWED']],
    [schema.params !== undefined, ['NOT_FOUND']],
    [hasBody, ['FST_ERR_CTP_BODY_TOO_LARGE', 'UNSUPPORTED_ENCODING']],
    [schema.body !== undefined, ['FST_ERR_CTP_INVALID_MEDIA_TYPE']],
    // Repeated failed attempts are limited, even where admitted callers are not counted.
    [config.rate !== 'none' || !isOpen, ['RATE_LIMITED']],
    [true, ['INTERNAL', ...(docs.errors ?? [])]],
  ];
  const codes = new Set(groups.flatMap(([isPossible, group]) => (isPossible ? group : [])));
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
}

const KEY_CODES: readonly ErrorCode[] = ['API_KEY_INVALID', 'API_KEY_REVOKED', 'API_KEY_EXPIRED'];
const TOKEN_CODES: readonly ErrorCode[] = ['INVALID_PAT', 'PAT_REVOKED', 'PAT_EXPIRED'];

type SchemeName = keyof typeof SECURITY_SCHEMES;

const SCHEMES: Readonly<Record<CredentialKind, readonly SchemeName[]>> = {
  api_key: ['apiKey', 'apiKeyHeader'],
  access_token: ['accessToken'],
  session: ['session'],
  scim_token: ['scimToken'],
};

function securityOf(config: EndpointConfig): Record<string, string[]>[] {
  if (config.permission === 'operator') return [{ operatorToken: [] }];
  return credentialsOf(config)
    .flatMap((kind) => SCHEMES[kind])
    .map((scheme) => ({ [scheme]: [] }));
}

/** The credentials that can have the permission, among those the endpoint accepts. */
function credentialsOf({ permission, credentials }: EndpointConfig): readonly CredentialKind[] {
  if (permission === 'session') return ['session'];
  if (!isPermission(permission)) return [];
  return (credentials ?? CREDENTIAL_KINDS).filter((kind) => canHold(kind, permission));
}

function canHold(kind: CredentialKind, permission: Permission): boolean {
  switch (kind) {
    case 'api_key':
      return Object.values(KEY_SCOPE_PERMISSIONS).some((held) =>
        held === 'admin' ? roleHolds('admin', permission) : held.includes(permission),
      );
    case 'access_token':
      return Object.values(TOKEN_SCOPE_PERMISSIONS).some((held) => held.includes(permission));
    case 'session':
      return permission !== 'directory:provision';
    case 'scim_token':
      return permission === 'directory:provision';
  }
}

function isPermission(permission: string): permission is Permission {
  return Object.hasOwn(PERMISSIONS, permission);
}
