/** A request to the endpoint of agents, as a client of the protocol sends it. */
export function callMcp(
  url: string,
  token: string | undefined,
  message: { readonly id?: number; readonly method: string; readonly params: object },
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
}
