/**
 * The TypeScript client of the API, generated from the OpenAPI document: one file without dependencies, to be copied
 * into a project. Names, addresses and types come from the document; nothing is checked at run time.
 */
import type { JsonSchema } from '../contract/json-schema.ts';
import type { OpenApi, Operation, Parameter } from './openapi-document.ts';

interface Called {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const CALLING = `
export interface ClientOptions {
  /** Address of the installation: \`https://logs.example.com\`. */
  readonly url: string;
  /** An API key or an access token. */
  readonly key: string;
  readonly fetch?: typeof fetch;
}

/** An error response. Match on \`code\`. */
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

/** Calls operations by name: \`await call('search', { query: { query: 'level=error' } })\`. */
export function createClient(options: ClientOptions): Call {
  const { url, key, fetch: send = fetch } = options;
  return async (name, input?: Parts, signal?: AbortSignal) => {
    const [method, address] = ADDRESSES[name];
    const path = address.replaceAll(/\\{(\\w+)\\}/g, (_, part: string) =>
      encodeURIComponent(String(input?.path?.[part])),
    );
    const target = new URL(path, url);
    for (const [part, value] of Object.entries(input?.query ?? {})) {
      if (value !== undefined) target.searchParams.set(part, String(value));
    }
    const response = await send(target, {
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
    const error = (isJson ? answer : {}) as { error?: string; code?: string };
    throw new ApiError(response, error.error ?? response.statusText, error.code ?? 'UNKNOWN');
  };
}
`;

export function clientText({ paths, components }: OpenApi): string {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  const called = all.filter(isCallable);
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`,
  );
  const made = [
    '/** Client of the Xplain API, generated from its OpenAPI document. */',
    ...schemas,
    `/** Input and response of each operation. */\nexport interface Operations {\n${called.map(operationText).join('\n')}\n}`,
    `const ADDRESSES: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {\n${called.map(addressText).join('\n')}\n};`,
  ];
  return [indent(made.join('\n\n')), CALLING].join('\n');
}

/** Two spaces for every brace that is open where a line begins. */
function indent(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    const isComment = line.startsWith('/**');
    const isClosing = line.startsWith('}');
    const indented = `${'  '.repeat(isClosing ? depth - 1 : depth)}${line}`.trimEnd();
    if (!isComment) depth += line.split('{').length - line.split('}').length;
    return indented;
  });
  return lines.join('\n');
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
    .map(([, done]) => ('content' in done ? done.content : undefined));
  const given =
    answer === undefined
      ? 'string'
      : typeOf(answer['application/json']?.schema ?? { type: 'string' });
  return `${comment(summary)}${operationId}: {\ninput: {${parts.map((part) => `\n${part}`).join('')}\n};\nanswer: ${given};\n};`;
}

function partText(name: 'path' | 'query', parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const mark = parameters.some(({ required }) => required) ? '' : '?';
  const fields = parameters.map(
    ({ name: field, required, schema }) =>
      `${keyText(field)}${required ? '' : '?'}: ${typeOf(schema)};`,
  );
  return `${name}${mark}: {\n${fields.join('\n')}\n};`;
}

function addressText({ method, path, operation }: Called): string {
  return `${operation.operationId}: ['${method.toUpperCase()}', '${path}'],`;
}

function keyText(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
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
        ? `Array<${typeOf(schema.items ?? {})}>`
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
      `${comment(field.description)}${keyText(name)}${required?.includes(name) === true ? '' : '?'}: ${typeOf(field)};`,
  );
  if (fields.length > 0) return `{\n${fields.join('\n')}\n}`;
  const [mapped] = Object.values(patternProperties ?? {});
  const further = mapped ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
  return `Record<string, ${typeOf(further)}>`;
}
