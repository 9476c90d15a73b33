import assert from 'node:assert/strict';

/** Somebody at the web app: signed in, with a cookie. */
export interface Visitor {
  /** What a browser sends along. */
  readonly headers: Record<string, string>;
  read<T>(path: string): Promise<T>;
  create<T>(path: string, body: unknown): Promise<T>;
  change<T>(path: string, body: unknown): Promise<T>;
  remove(path: string): Promise<void>;
  /** The code of a call that must be refused. */
  refusal(method: string, path: string, body?: unknown): Promise<string>;
}

export async function signIn(
  url: string,
  credentials: { readonly email: string; readonly password: string },
): Promise<Visitor> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(credentials),
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(url + path, {
      method,
      headers: {
        cookie,
        origin: url,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const reply = await send(method, path, body);
    const text = await reply.text();
    assert.ok(reply.ok, `${method} ${path}: ${reply.status} ${text}`);
    return (JSON.parse(text) as { data: unknown }).data;
  }
  return {
    headers: { cookie, origin: url },
    read: async <T>(path: string) => (await call('GET', path)) as T,
    create: async <T>(path: string, body: unknown) => (await call('POST', path, body)) as T,
    change: async <T>(path: string, body: unknown) => (await call('PATCH', path, body)) as T,
    refusal: async (method, path, body) => {
      const reply = await send(method, path, body);
      assert.ok(!reply.ok, `${method} ${path} was not refused`);
      return ((await reply.json()) as { code: string }).code;
    },
    remove: async (path) => void (await call('DELETE', path)),
  };
}
