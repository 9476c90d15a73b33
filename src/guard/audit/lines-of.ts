import type { Readable } from 'node:stream';

/** Of a file the store writes. */
export async function* linesOf(content: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const chunks: AsyncIterable<Uint8Array> = content;
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
