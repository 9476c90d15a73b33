/**
 * Makes the TypeScript client of the API from docs/api/openapi.json: one file without packages, to be copied into a
 * project. Names, addresses and types come from the document; nothing is checked at run time.
 *
 *   node tools/api-client.ts           writes docs/api/client.ts
 *   node tools/api-client.ts --check   compares
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'oxfmt';
import { ENDPOINTS } from '../src/compose/endpoints.ts';
import type { JsonSchema } from '../src/http/json-schema.ts';
import { openApiDocument, type Operation, type Parameter } from '../src/http/openapi.ts';

const root = dirname(import.meta.dirname);
const target = 'docs/api/client.ts';

interface Called {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const CALLING = `
export interface ClientOptions {
  /** Where the installation is: \`https://logs.example.com\`. */
  readonly url: string;
  /** An API key or an access token. */
  readonly key: string;
  readonly fetch?: typeof fetch;
}

/** An answer that says no; match on \`code\`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, message: string, code: string) {
    super(message);
    this.name = 'ApiError';
    this.status = response.status;
    this.code = code;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    const wait = response.headers.get('retry-after');
    this.retryAfterSeconds = wait === null ? undefined : Number(wait);
  }
}

type Call = <Name extends keyof Operations>(
  name: Name,
  ...input: Record<never, never> extends Operations[Name]['input']
    ? [input?: Operations[Name]['input'], signal?: AbortSignal]
    : [input: Operations[Name]['input'], signal?: AbortSignal]
) => Promise<Operations[Name]['answer']>;

interface Parts {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** Calls operations by their name: \`await call('search', { query: { query: 'level=error' } })\`. */
export function createClient(options: ClientOptions): Call {
  const { url, key, fetch: send = fetch } = options;
  return async (name, input?: Parts, signal?: AbortSignal) => {
    const [method, address] = ADDRESSES[name];
    const path = address.replaceAll(/\\{(\\w+)\\}/g, (_, part: string) =>
      encodeURIComponent(String(input?.path?.[part])),
    );
    const asked = new URL(path, url);
    for (const [part, value] of Object.entries(input?.query ?? {})) {
      if (value !== undefined) asked.searchParams.set(part, String(value));
    }
    const response = await send(asked, {
      method,
      headers: {
        authorization: \`Bearer \${key}\`,
        ...(input?.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input?.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const answer: unknown = isJson ? await response.json() : await response.text();
    if (response.ok) return answer as never;
    const told = (isJson ? answer : {}) as { error?: string; code?: string };
    throw new ApiError(response, told.error ?? response.statusText, told.code ?? 'UNKNOWN');
  };
}
`;

if (import.meta.main) await run(process.argv.includes('--check'));

async function run(isCheck: boolean): Promise<void> {
  const made = (await format(target, clientText(), { printWidth: 100, singleQuote: true })).code;
  const file = join(root, target);
  if (!isCheck) {
    writeFileSync(file, made);
    return;
  }
  if (existsSync(file) && readFileSync(file, 'utf8') === made) return;
  process.stderr.write(`${target} does not match src/contract: run node tools/api-client.ts\n`);
  process.exitCode = 1;
}

/** Before the formatter has seen it. */
export function clientText(): string {
  const { paths, components } = openApiDocument(ENDPOINTS, '');
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  const called = all.filter(isCallable);
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`,
  );
  return [
    '/** The client of the Xplain API. Made from its OpenAPI document by tools/api-client.ts; never edited. */',
    ...schemas,
    `/** What each operation takes and gives. */\nexport interface Operations {\n${called.map(operationText).join('\n')}\n}`,
    `const ADDRESSES: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {\n${called.map(addressText).join('\n')}\n};`,
    CALLING,
  ].join('\n\n');
}

/** What takes and gives JSON, with a credential that a program has. */
function isCallable({ operation }: Called): boolean {
  const takes = Object.keys(operation.requestBody?.content ?? { 'application/json': {} });
  const isOpen = operation.security.some((one) => 'apiKey' in one || 'accessToken' in one);
  return isOpen && takes.includes('application/json');
}

function operationText({ operation }: Called): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const parts = [
    partText(
      'path',
      parameters.filter((each) => each.in === 'path'),
    ),
    partText(
      'query',
      parameters.filter((each) => each.in === 'query'),
    ),
    requestBody === undefined
      ? ''
      : `body: ${typeOf(requestBody.content['application/json']?.schema ?? {})};`,
  ].filter((part) => part !== '');
  const [answer] = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content);
  const given =
    answer === undefined
      ? 'string'
      : typeOf(answer['application/json']?.schema ?? { type: 'string' });
  return `${comment(summary)}${operationId}: { input: { ${parts.join(' ')} }; answer: ${given} };`;
}

function partText(name: 'path' | 'query', parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const mark = parameters.some(({ required }) => required) ? '' : '?';
  const fields = parameters.map(
    ({ name: field, required, schema }) =>
      `${JSON.stringify(field)}${required ? '' : '?'}: ${typeOf(schema)};`,
  );
  return `${name}${mark}: { ${fields.join(' ')} };`;
}

function addressText({ method, path, operation }: Called): string {
  return `${operation.operationId}: ['${method.toUpperCase()}', '${path}'],`;
}

function comment(text: string | undefined): string {
  return text === undefined
    ? ''
    : `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;
}

interface DocumentSchema extends JsonSchema {
  readonly $ref?: string;
  readonly prefixItems?: readonly JsonSchema[];
}

function typeOf(schema: DocumentSchema): string {
  const { $ref, const: value, enum: values, anyOf, oneOf, allOf, type } = schema;
  if ($ref !== undefined) return $ref.replace('#/components/schemas/', '');
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((each) => JSON.stringify(each)).join(' | ');
  const either = anyOf ?? oneOf;
  if (either !== undefined) return `(${either.map(typeOf).join(' | ')})`;
  if (allOf !== undefined) return `(${allOf.map(typeOf).join(' & ')})`;
  if (Array.isArray(type)) {
    return type.map((each: string) => typeOf({ ...schema, type: each })).join(' | ');
  }
  switch (type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return schema.prefixItems === undefined
        ? `(${typeOf(schema.items ?? {})})[]`
        : `[${schema.prefixItems.map(typeOf).join(', ')}]`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    default:
      return 'unknown';
  }
}

function objectType({
  properties,
  required,
  patternProperties,
  additionalProperties,
}: JsonSchema): string {
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) =>
      `${comment(field.description)}${JSON.stringify(name)}${required?.includes(name) === true ? '' : '?'}: ${typeOf(field)};`,
  );
  if (fields.length > 0) return `{\n${fields.join('\n')}\n}`;
  const [mapped] = Object.values(patternProperties ?? {});
  const further = mapped ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
  return `Record<string, ${typeOf(further)}>`;
}
