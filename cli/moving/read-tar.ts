/** Reads tar archives (ustar, pax, GNU long names) entry by entry. Nothing of one is ever written under its own path. */
import { UsageError } from '../command.ts';

export interface TarEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  readonly bytes: number;
  /** The content of a file; undefined if `isWanted` returned false. */
  readonly content: Buffer | undefined;
}

const BLOCK_BYTES = 512;
/** Maximum size of headers with long names or extended attributes. */
const FACTS_BYTES_MAX = 64 * 1024;
const KINDS: Readonly<Record<string, TarEntry['kind']>> = {
  '0': 'file',
  '7': 'file',
  '1': 'link',
  '2': 'link',
  '5': 'folder',
};

interface Reader {
  take(bytes: number): Promise<Buffer | undefined>;
  skip(bytes: number): Promise<void>;
}

export async function* readTar(
  source: AsyncIterable<Uint8Array>,
  isWanted: (path: string, bytes: number) => boolean,
): AsyncGenerator<TarEntry> {
  const reader = createReader(source);
  let facts: Readonly<Record<string, string>> = {};
  for (;;) {
    const header = await reader.take(BLOCK_BYTES);
    if (header === undefined || header.every((byte) => byte === 0)) return;
    requireChecksum(header);
    const type = String.fromCharCode(header[156] ?? 0).replace('\0', '0');
    const bytes = Number(facts['size'] ?? readNumber(header.subarray(124, 136)));
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw broken('an entry has an invalid size');
    const padding = (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
    if ('xgLK'.includes(type)) {
      if (bytes > FACTS_BYTES_MAX) throw broken('the header of an entry is too large');
      const content = await requireContent(reader, bytes);
      await reader.skip(padding);
      // Global attributes (g) and long link targets (K) are not used.
      if (type === 'x') facts = { ...facts, ...readPax(content) };
      if (type === 'L') facts = { ...facts, path: textOf(content) };
      continue;
    }
    const path = facts['path'] ?? nameOf(header);
    facts = {};
    const kind = KINDS[type] ?? 'special';
    const isRead = kind === 'file' && isWanted(path, bytes);
    const content = isRead ? await requireContent(reader, bytes) : undefined;
    await reader.skip(padding + (isRead ? 0 : bytes));
    yield { path, kind, bytes, content };
  }
}

async function requireContent(reader: Reader, bytes: number): Promise<Buffer> {
  const content = await reader.take(bytes);
  if (content === undefined) throw broken('it ends in the middle of a file');
  return content;
}

function createReader(source: AsyncIterable<Uint8Array>): Reader {
  const chunks = source[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await chunks.next();
    if (next.done === true) return false;
    rest = rest.length === 0 ? Buffer.from(next.value) : Buffer.concat([rest, next.value]);
    return true;
  };
  return {
    async take(bytes) {
      if (rest.length < bytes) {
        // Put together once: joining at each chunk would copy a large file over and over.
        const parts = [rest];
        let length = rest.length;
        rest = Buffer.alloc(0);
        while (length < bytes && (await more())) {
          parts.push(rest);
          length += rest.length;
          rest = Buffer.alloc(0);
        }
        rest = Buffer.concat(parts);
      }
      if (rest.length < bytes) {
        if (rest.length > 0) throw broken('it ends in the middle of an entry');
        return undefined;
      }
      const taken = rest.subarray(0, bytes);
      rest = rest.subarray(bytes);
      return taken;
    },
    async skip(bytes) {
      let left = bytes;
      while (left > rest.length) {
        left -= rest.length;
        rest = Buffer.alloc(0);
        if (!(await more())) throw broken('it ends in the middle of an entry');
      }
      rest = rest.subarray(left);
    },
  };
}

function requireChecksum(header: Buffer): void {
  const wanted = readNumber(header.subarray(148, 156));
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  if (sum !== wanted) throw broken('it isn’t a tar archive, or it is damaged');
}

/** Octal digits, or a number in base 256 where the first bit is set. */
function readNumber(field: Buffer): number {
  const [first = 0] = field;
  if ((first & 0x80) === 0) return Number.parseInt(textOf(field).trim() || '0', 8);
  return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, first & 0x7f);
}

function nameOf(header: Buffer): string {
  const name = textOf(header.subarray(0, 100));
  const isUstar = header.subarray(257, 262).toString('latin1') === 'ustar';
  const prefix = isUstar && header[262] === 0 ? textOf(header.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Up to the first NUL. */
function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString('utf8');
}

/** Lines of `<length> <key>=<value>`. */
function readPax(content: Buffer): Record<string, string> {
  const facts: Record<string, string> = {};
  let at = 0;
  while (at < content.length) {
    const space = content.indexOf(0x20, at);
    const length = Number(content.subarray(at, space).toString('latin1'));
    if (space < 0 || !Number.isInteger(length) || length <= space - at) {
      throw broken('the header of an entry is damaged');
    }
    const line = content.subarray(space + 1, at + length - 1).toString('utf8');
    const equals = line.indexOf('=');
    const key = line.slice(0, equals);
    if (key === 'path' || key === 'size') facts[key] = line.slice(equals + 1);
    at += length;
  }
  return facts;
}

function broken(what: string): UsageError {
  return new UsageError(`can't read the archive: ${what}`);
}
