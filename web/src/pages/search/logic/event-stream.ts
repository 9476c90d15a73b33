/** Reads server-sent events out of the body of an answer. */

export interface StreamMessage {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

/** A message that never ends must not fill the memory. */
const MESSAGE_CHARACTERS_MAX = 4_000_000;

export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamMessage, void, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  let rest = '';
  for await (const chunk of readChunks(reader)) {
    rest += chunk.replaceAll('\r\n', '\n');
    let end = rest.indexOf('\n\n');
    while (end >= 0) {
      const message = readMessage(rest.slice(0, end));
      if (message !== undefined) yield message;
      rest = rest.slice(end + 2);
      end = rest.indexOf('\n\n');
    }
    if (rest.length > MESSAGE_CHARACTERS_MAX) rest = '';
  }
}

/** Not every browser can iterate a stream by itself. */
async function* readChunks(stream: ReadableStream<string>): AsyncGenerator<string, void, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Undefined for comments and what carries no data. */
export function readMessage(block: string): StreamMessage | undefined {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { event, id, data: data.join('\n') };
}
