/** Reads server-sent events out of the body of an answer. */

export interface StreamMessage {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamMessage, void, void> {
  const texts = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  // A result can be many megabytes in thousands of chunks, so each chunk is scanned only once.
  let pieces: string[] = [];
  let held = '';
  for await (const chunk of readChunks(texts)) {
    let text = held + chunk;
    // A break at the end may be the first half of the one that ends a message.
    held = /[\r\n]+$/.exec(text)?.[0].slice(-3) ?? '';
    if (held !== '' && !/\r?\n\r?\n$/.test(text)) text = text.slice(0, -held.length);
    else held = '';
    const parts = text.split(/\r?\n\r?\n/);
    for (const part of parts.slice(0, -1)) {
      const message = readMessage([...pieces, part].join(''));
      pieces = [];
      if (message !== undefined) yield message;
    }
    pieces.push(parts.at(-1) ?? '');
  }
}

/** Not every browser supports async iteration of streams. */
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
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { event, id, data: data.join('\n') };
}
