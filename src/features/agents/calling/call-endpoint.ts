/**
 * Calls an endpoint of this very process, as the caller: with their credential, from their address, under their limits. So a
 * tool can do what its endpoint does, for whom it does it, and nothing else.
 */
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../../contract/endpoint.ts';
import type { App } from '../../../http/app.ts';
import type { Request } from '../../../http/gate.ts';
import { toolCall } from '../../../http/tool-call.ts';
import { cell } from '../tools/cells.ts';
import { readFailure, ToolProblem } from '../tools/tool-problem.ts';

export type CallEndpoint = <E extends Endpoint>(
  endpoint: E,
  input?: EndpointInput<E>,
) => Promise<AnswerOf<E>>;

interface EndpointInput<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly query?: QueryOf<E>;
  readonly body?: BodyOf<E>;
}

export function createCaller(
  app: Pick<App, 'inject'>,
  { ip, headers }: Pick<Request, 'ip' | 'headers'>,
): CallEndpoint {
  const sent = {
    authorization: headers.authorization,
    host: headers.host,
    'user-agent': headers['user-agent'],
  };
  return async (endpoint, { params, query, body } = {}) => {
    const {
      statusCode,
      headers: responseHeaders,
      body: text,
    } = await toolCall.run({ via: 'mcp' }, async () =>
      app.inject({
        method: endpoint.method,
        url: addressOf(endpoint.url, params, query),
        headers: {
          ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        remoteAddress: ip,
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      }),
    );
    const answer = readAnswer(text);
    if (statusCode >= 400) {
      throw new ToolProblem(
        readFailure(answer, statusCode, Number(responseHeaders['retry-after'])),
      );
    }
    return answer as AnswerOf<typeof endpoint>;
  };
}

function addressOf(template: string, params: unknown, query: unknown): string {
  const named = { ...(params as Record<string, string> | undefined) };
  const path = template.replaceAll(/:(\w+)/g, (_found, name: string) =>
    encodeURIComponent(named[name] ?? ''),
  );
  const given = Object.entries({ ...(query as Record<string, unknown> | undefined) });
  const search = new URLSearchParams();
  for (const [name, value] of given) if (value !== undefined) search.set(name, cell(value));
  return given.length === 0 ? path : `${path}?${search.toString()}`;
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
