/** The handlers of a room, called without a server, and what they do with the reply. */
import type { App } from '../../../src/http/app.ts';

/** As far as a handler of a test looks at it. */
export interface AskedRequest {
  readonly method?: string;
  readonly ip?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly actor?: unknown;
  readonly user?: unknown;
}

type Handler = (request: unknown, reply: unknown) => unknown;

export function collectRoutes(mount: (app: App) => void) {
  const handlers = new Map<string, Handler>();
  const hooks = new Map<string, Handler>();
  const app = {
    route: (route: { method: string; url: string; handler: Handler }) =>
      void handlers.set(`${route.method} ${route.url}`, route.handler),
    addHook: (name: string, hook: Handler) => void hooks.set(name, hook),
  };
  mount(app as unknown as App);
  const run = async (handler: Handler | undefined, request: unknown, isSet: boolean) => {
    if (handler === undefined) throw new Error('nobody answers there');
    const { reply, told, close } = watchedReply(isSet);
    const answer = await handler(request, reply);
    return { answer: answer === reply ? 'the reply' : answer, told, close };
  };
  return {
    names: [...handlers.keys()],
    /** Calls `POST /somewhere`. */
    call: (name: string, request: AskedRequest = {}) => {
      const method = name.slice(0, name.indexOf(' '));
      const usual = { method, ip: '192.0.2.7', headers: { 'user-agent': 'test/1' } };
      return run(handlers.get(name), { ...usual, ...request }, false);
    },
    /** Runs a hook, before a reply that has its header already or not. */
    hook: (name: string, request: unknown, isHeaderSet: boolean) =>
      run(hooks.get(name), request, isHeaderSet),
  };
}

function watchedReply(isHeaderSet: boolean) {
  const told: unknown[][] = [];
  const listeners: (() => void)[] = [];
  const tell =
    (name: string) =>
    (...given: unknown[]) => {
      told.push([name, ...given]);
      return reply;
    };
  const reply = {
    header: tell('header'),
    redirect: tell('redirect'),
    send: tell('send'),
    type: tell('type'),
    hasHeader: () => isHeaderSet,
    raw: { once: (_event: 'close', listener: () => void) => void listeners.push(listener) },
  };
  const close = (): void => {
    for (const listener of listeners) listener();
  };
  return { reply, told, close };
}
