/** Calls an Xplain server or its status page and explains errors in plain words. */
import { field, listField, parse, textField } from './call-server.ts';
import { printable } from '../escape.ts';

export interface ApiCall {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: string;
}

const TIMEOUT_MS = 30_000;

/** The request was rejected; the message is for the user of the terminal. */
export class ApiRefusal extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = 'ApiRefusal';
    this.status = status;
  }
}

/** The answer to a call that was done; ApiRefusal for every other. */
export async function callApi({ url, method, headers = {}, body }: ApiCall): Promise<ApiAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    throw new ApiRefusal(`Can't reach ${new URL(url).origin}. Is it running?`);
  }
  const answer = parse(text);
  if (!response.ok) throw new ApiRefusal(explain(response.status, answer), response.status);
  const cookies = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0] ?? '')
    .join('; ');
  return { status: response.status, body: answer, cookies };
}

/** A text inside of `data`. */
export function dataText(body: unknown, name: string): string {
  return textField(field(body, 'data'), name) ?? '';
}

function explain(status: number, body: unknown): string {
  const error = textField(body, 'error');
  if (error === undefined) {
    return `Unexpected response with status ${status}: this doesn't seem to be an Xplain server.`;
  }
  const details = listField(body, 'details').map((detail) => {
    const path = textField(detail, 'path') ?? '';
    return `\n  ${path}: ${textField(detail, 'message') ?? ''}`;
  });
  return [error, ...details].map((line) => printableLines(line)).join('');
}

function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n');
}
