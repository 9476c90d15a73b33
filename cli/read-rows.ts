import { createReadStream } from 'node:fs';
import { NotEvaluable } from './not-evaluable.ts';

/** A log row and its line number in the input, from 1. */
export interface Row {
  readonly line: number;
  readonly text: string;
}

const INPUT_BYTES_MAX = 512_000_000;

/** The lines of a file or a stream, without blank ones. */
export async function readRows(input: AsyncIterable<string | Uint8Array>): Promise<readonly Row[]> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    if (bytes > INPUT_BYTES_MAX) {
      throw new NotEvaluable(`the log is too large (maximum ${INPUT_BYTES_MAX / 1e6} MB)`);
    }
    texts.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
  }
  const lines = [...texts, decoder.decode()].join('').split(/\r?\n/);
  return lines
    .map((text, index) => ({ line: index + 1, text }))
    .filter(({ text }) => text.trim() !== '');
}

export async function readRowsOf(file: string): Promise<readonly Row[]> {
  try {
    return await readRows(createReadStream(file) as AsyncIterable<Uint8Array>);
  } catch (error) {
    if (error instanceof NotEvaluable) throw error;
    throw new NotEvaluable(`can't read ${file} (${codeOf(error)})`);
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
