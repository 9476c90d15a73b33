/** Files with secrets, on their way from us to the engine: arguments and the environment are for everyone to see. */
import { chmodSync, readSync, writeFileSync } from 'node:fs';
import { MB } from '../../../spec/units.ts';
import type { FileContent } from './engine-files.ts';

const PRIVATE_FILE = 0o600;
const STANDARD_INPUT = 0;
const LINE_BYTES_MAX = MB;
const NEW_LINE = 0x0a;

/** One line. */
export function filesLine(files: readonly FileContent[]): string {
  return JSON.stringify(files);
}

/** Reads that line from standard input, and no further: the rest is for the engine. */
export function takeFiles(): void {
  // Our parent wrote it.
  const files = JSON.parse(readLine()) as FileContent[];
  for (const { path, text } of files) {
    writeFileSync(path, text, { mode: PRIVATE_FILE });
    // The mode above only applies to new files.
    chmodSync(path, PRIVATE_FILE);
  }
}

function readLine(): string {
  const line: number[] = [];
  const byte = Buffer.alloc(1);
  while (line.length < LINE_BYTES_MAX) {
    if (readSync(STANDARD_INPUT, byte, 0, 1, null) === 0) break;
    const [code = NEW_LINE] = byte;
    if (code === NEW_LINE) break;
    line.push(code);
  }
  return Buffer.from(line).toString();
}
