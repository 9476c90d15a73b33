/** Calls of the API by programs that measure. */
import type { Sender } from './ingest-traffic.ts';

export async function call<T>(
  sender: Sender,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  return (await ask<{ data: T }>(sender, method, path, body)).data;
}

export async function ask<T>(
  { url, key }: Sender,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
