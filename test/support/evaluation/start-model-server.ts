/**
 * A language model on loopback that does as it is told. It speaks two wire protocols: chat completions as
 * OpenAI-compatible servers do (`POST /v1/chat/completions`), and Bedrock's Converse with the look-up of
 * inference profiles (`POST /model/<id>/converse`, `GET /inference-profiles/<id>`).
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { TestCertificate } from '../http/make-certificate.ts';

/** What the server does with one request. */
export type ModelStep =
  | ModelReply
  /** Any status, e.g. 429, with headers and a body. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly redirectTo: string }
  /** A well-formed answer of this many bytes. */
  | { readonly oversizedBytes: number }
  /** Takes the request and never answers. */
  | { readonly silent: true }
  /** Sends the head and half of a body, then nothing more. */
  | { readonly stuck: true }
  /** Closes the connection without an answer. */
  | { readonly drop: true };

export interface ModelReply {
  /** What the model says; a value that is no text is sent as JSON. */
  readonly say: unknown;
  /** As Converse calls it; the other wire gets its own word for it. */
  readonly stop?:
    | 'end_turn'
    | 'max_tokens'
    | 'refusal'
    | 'content_filtered'
    | 'guardrail_intervened';
  /** `missing` leaves the whole counter out. By default 100 in and 20 out. */
  readonly usage?:
    | 'missing'
    | { readonly in: number; readonly out: number; readonly cached?: number };
  readonly delayMs?: number;
}

/** One request as it came. */
export interface SeenModelRequest {
  readonly wire: 'chat' | 'converse' | 'profile' | 'unknown';
  readonly method: string;
  /** With the query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as sent, and what it means. */
  readonly raw: string;
  readonly body: unknown;
  /** The model's id: in the body, or in the path. */
  readonly model: string;
  readonly system: string;
  readonly text: string;
  /** The other side went away before there was an answer. */
  isAborted: boolean;
}

type Script = (request: SeenModelRequest, at: number) => ModelStep;

export interface ModelServer {
  /** The origin, e.g. `http://127.0.0.1:4711`; chat completions are below `/v1`. */
  readonly url: string;
  /** Every request but the look-ups of profiles, oldest first. */
  readonly seen: SeenModelRequest[];
  /** Look-ups of profiles. */
  readonly profilesSeen: SeenModelRequest[];
  /** The next requests get these steps in order, and later ones the last of them. */
  play(first: ModelStep, ...rest: readonly ModelStep[]): void;
  /** Decides by what was asked; `at` counts the requests since this call, from 0. */
  playBy(script: Script): void;
  /** Model ARNs an inference profile is said to route to; undefined answers 403. */
  profileModels: readonly string[] | undefined;
  /** Variables that make the program use this server. */
  readonly environment: Readonly<Record<string, string>>;
  /** Nobody is there any more. */
  goAway(): void;
}

/** Starts on a free port of loopback and ends with the test; with a certificate it speaks https. */
export async function startModelServer(
  t: TestContext,
  tls?: TestCertificate,
): Promise<ModelServer> {
  let script: Script = () => ({ say: '{}' });
  let playedAt = 0;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    void receive(request, response, model, (seen) =>
      script(seen, model.seen.length - 1 - playedAt),
    ).catch(() => response.destroy());
  };
  const server =
    tls === undefined
      ? createServer(listener)
      : createSecureServer(
          { key: tls.key.export({ type: 'pkcs8', format: 'pem' }), cert: tls.certificate },
          listener,
        );
  const model: { -readonly [K in keyof ModelServer]: ModelServer[K] } = {
    url: '',
    seen: [],
    profilesSeen: [],
    profileModels: ['eu-central-1', 'eu-west-1', 'eu-west-3', 'eu-north-1'].map(
      (region) => `arn:aws:bedrock:${region}::foundation-model/vendor.some-model-v1:0`,
    ),
    environment: {},
    play(first, ...rest) {
      const steps = [first, ...rest];
      model.playBy((_request, at) => steps[at] ?? steps.at(-1) ?? first);
    },
    playBy(next) {
      playedAt = model.seen.length;
      script = next;
    },
    goAway() {
      server.closeAllConnections();
      server.close();
    },
  };
  t.after(() => model.goAway());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  model.url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  model.environment = {
    XPLAIN_AI_PROVIDER: 'openai-compatible',
    XPLAIN_AI_URL: `${model.url}/v1`,
    XPLAIN_AI_COUNTRY: 'DE',
  };
  return model;
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  model: ModelServer,
  decide: (seen: SeenModelRequest) => ModelStep,
): Promise<void> {
  const seen = await read(request);
  response.on('close', () => {
    if (!response.writableEnded) seen.isAborted = true;
  });
  if (seen.wire === 'profile') {
    model.profilesSeen.push(seen);
    sendProfile(response, model.profileModels);
    return;
  }
  model.seen.push(seen);
  await perform(response, seen, decide(seen));
}

async function read(request: IncomingMessage): Promise<SeenModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks).toString();
  const path = request.url ?? '';
  const body = parsed(raw);
  const converse = /^\/model\/([^/]+)\/converse$/.exec(path);
  const messages = [...list(field(body, 'messages'))];
  const isChat = path === '/v1/chat/completions';
  const isProfile = path.startsWith('/inference-profiles/');
  const ofRole = (role: string): string =>
    messages
      .filter((message) => field(message, 'role') === role)
      .map(textOf)
      .join('\n');
  return {
    wire: converse !== null ? 'converse' : isChat ? 'chat' : isProfile ? 'profile' : 'unknown',
    method: request.method ?? '',
    path,
    headers: request.headers,
    raw,
    body,
    model: converse === null ? textIn(body, 'model') : decodeURIComponent(converse[1] ?? ''),
    system:
      converse === null
        ? ofRole('system')
        : list(field(body, 'system'))
            .map((part) => textIn(part, 'text'))
            .join('\n'),
    text: ofRole('user'),
    isAborted: false,
  };
}

async function perform(
  response: ServerResponse,
  seen: SeenModelRequest,
  step: ModelStep,
): Promise<void> {
  if ('silent' in step) return;
  if ('drop' in step) {
    response.destroy();
    return;
  }
  if ('stuck' in step) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"half":');
    return;
  }
  if ('redirectTo' in step) {
    response.writeHead(307, { location: step.redirectTo }).end();
    return;
  }
  if ('status' in step) {
    const headers = { 'content-type': 'application/json', ...step.headers };
    response.writeHead(step.status, headers).end(step.body ?? '{"message":"as scripted"}');
    return;
  }
  if ('oversizedBytes' in step) {
    send(response, answerOf(seen, { say: 'x'.repeat(step.oversizedBytes) }));
    return;
  }
  if (step.delayMs !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, step.delayMs).unref());
  }
  if (!seen.isAborted) send(response, answerOf(seen, step));
}

function answerOf(seen: SeenModelRequest, reply: ModelReply): unknown {
  const text = typeof reply.say === 'string' ? reply.say : JSON.stringify(reply.say);
  return seen.wire === 'converse' ? converseAnswer(text, reply) : chatAnswer(seen, text, reply);
}

const CHAT_STOPS = {
  end_turn: 'stop',
  max_tokens: 'length',
  refusal: 'stop',
  content_filtered: 'content_filter',
  guardrail_intervened: 'content_filter',
} as const;

function chatAnswer(seen: SeenModelRequest, text: string, reply: ModelReply): unknown {
  const stop = reply.stop ?? 'end_turn';
  const usage = usageOf(reply);
  const message =
    stop === 'refusal'
      ? { role: 'assistant', content: null, refusal: text }
      : { role: 'assistant', content: text };
  return {
    id: 'chatcmpl-test',
    object: 'chat.completion',
    model: seen.model,
    choices: [{ index: 0, message, finish_reason: CHAT_STOPS[stop] }],
    ...(usage && {
      // Here the cached part is a share of the prompt, not an addition to it.
      usage: {
        prompt_tokens: usage.in + usage.cached,
        completion_tokens: usage.out,
        total_tokens: usage.in + usage.cached + usage.out,
      },
    }),
  };
}

function converseAnswer(text: string, reply: ModelReply): unknown {
  const usage = usageOf(reply);
  return {
    output: { message: { role: 'assistant', content: [{ text }] } },
    stopReason: reply.stop ?? 'end_turn',
    metrics: { latencyMs: 1 },
    ...(usage && {
      usage: {
        inputTokens: usage.in,
        outputTokens: usage.out,
        totalTokens: usage.in + usage.cached + usage.out,
        cacheReadInputTokens: usage.cached,
      },
    }),
  };
}

function usageOf({ usage }: ModelReply): { in: number; out: number; cached: number } | undefined {
  if (usage === 'missing') return undefined;
  return { in: 100, out: 20, cached: 0, ...usage };
}

function sendProfile(response: ServerResponse, models: readonly string[] | undefined): void {
  if (models === undefined) {
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"denied"}');
    return;
  }
  send(response, {
    status: 'ACTIVE',
    type: 'SYSTEM_DEFINED',
    models: models.map((modelArn) => ({ modelArn })),
  });
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The text of a message, given whole or in parts. */
function textOf(message: unknown): string {
  const content = field(message, 'content');
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => textIn(part, 'text'))
    .join('');
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
}

function textIn(value: unknown, name: string): string {
  const text = field(value, name);
  return typeof text === 'string' ? text : '';
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
