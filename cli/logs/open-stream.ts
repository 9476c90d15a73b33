/** Server-sent events of an Xplain server, message by message. */
import { explainAnswer, type Server } from '../server/call-server.ts';

export interface StreamMessage {
  /** `message` unless it is named. */
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

const MESSAGE_CHARACTERS_MAX = 64_000_000;

/** Throws what `explainAnswer` makes of an answer that is no stream. */
export async function* openStream(
  server: Server,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): AsyncGenerator<StreamMessage, void, void> {
  const response = await fetch(new URL(path, server.url), {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${server.token}`, ...headers },
    // The token is for this server and for no other.
    redirect: 'manual',
    signal: AbortSignal.timeout(server.timeoutMs),
  });
  const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
  if (!response.ok || !isStream) throw await explainAnswer(response);
  const decoder = new TextDecoder();
  let text = '';
  const chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MESSAGE_CHARACTERS_MAX) throw new Error('a message is too large');
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const message = readMessage(part);
      if (message !== undefined) yield message;
    }
  }
}

/** Undefined for what carries nothing, such as a sign of life. */
function readMessage(part: string): StreamMessage | undefined {
  const fields = new Map<string, string[]>();
  for (const line of part.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  const data = fields.get('data');
  if (data === undefined) return undefined;
  const event = fields.get('event')?.at(-1) ?? 'message';
  return { event, id: fields.get('id')?.at(-1), data: data.join('\n') };
}
