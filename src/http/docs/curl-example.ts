import type { Operation } from '../openapi-document.ts';

/** The page's script replaces it with the address of this installation. */
const BASE = '$XPLAIN_URL';

const SHORT_BODY_CHARACTERS_MAX = 60;

/** A call of the endpoint that can be pasted into a shell. */
export function curlExample(method: string, path: string, operation: Operation): string {
  const parts = [methodPart(method, operation), quoted(BASE + filledPath(path, operation))];
  const credential = credentialPart(operation);
  if (credential !== undefined) parts.push(`-H ${credential}`);
  const [content] = Object.entries(operation.requestBody?.content ?? {});
  if (content !== undefined) {
    const [type, { example }] = content;
    parts.push(`-H "Content-Type: ${type}"`);
    if (example !== undefined) parts.push(`-d ${singleQuoted(bodyText(example))}`);
  }
  return `curl ${parts.filter((part) => part !== '').join(' \\\n  ')}`;
}

function methodPart(method: string, operation: Operation): string {
  const isImplied = method === 'GET' || (method === 'POST' && operation.requestBody !== undefined);
  return isImplied ? '' : `-X ${method}`;
}

function filledPath(path: string, operation: Operation): string {
  const parameters = operation.parameters ?? [];
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter?.example === undefined ? whole : encodeURIComponent(String(parameter.example));
  });
  const query = parameters.flatMap((one) =>
    one.in === 'query' && one.example !== undefined
      ? [[one.name, String(one.example)] satisfies [string, string]]
      : [],
  );
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
}

function credentialPart({ security }: Operation): string | undefined {
  const schemes = new Set(security.flatMap((one) => Object.keys(one)));
  if (schemes.has('apiKey')) return '"Authorization: Bearer $XPLAIN_KEY"';
  if (schemes.has('accessToken')) return '"Authorization: Bearer $XPLAIN_TOKEN"';
  if (schemes.has('operatorToken')) return '"Authorization: Bearer $XPLAIN_METRICS_TOKEN"';
  return schemes.has('session') ? '"Cookie: $XPLAIN_COOKIE"' : undefined;
}

/** Short bodies stay on their line, longer ones are indented under it. */
function bodyText(example: unknown): string {
  if (typeof example === 'string') return example;
  const short = JSON.stringify(example);
  if (short.length <= SHORT_BODY_CHARACTERS_MAX) return short;
  return JSON.stringify(example, null, 2).replaceAll('\n', '\n  ');
}

function quoted(text: string): string {
  return `"${text}"`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
