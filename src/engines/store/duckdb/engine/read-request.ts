/** A request of `connection.ts`, taken apart: the statement, its values, its settings, and what goes along. */
import type { IncomingMessage } from 'node:http';
import { freeMemory } from '../../../../base/free-memory.ts';
import { MAY_PACK_HEADER } from '../../clickhouse/connection.ts';
import { decodeLists } from '../../sent-table.ts';
import type { ExportPacking } from '../../store.ts';

export interface EngineRequest {
  readonly text: string;
  readonly settings: URLSearchParams;
  readonly parameters: ReadonlyMap<string, string>;
  /** The lists of each table that was sent along. */
  readonly tables: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The caller accepts a compressed answer. */
  readonly mayPack: boolean;
  /** Bytes of an insert. */
  readonly data: Buffer;
}

/** Gzip takes the engine twice as long as it takes us. */
export const PACKING: ExportPacking = 'zstd';

export async function readRequest(message: IncomingMessage): Promise<EngineRequest> {
  const settings = new URL(message.url ?? '/', 'http://localhost').searchParams;
  const body = await readBody(message);
  const boundary = /boundary=(.+)$/.exec(message.headers['content-type'] ?? '')?.[1];
  const parts = boundary === undefined ? new Map<string, Buffer>() : readForm(body, boundary);
  const isInsert = settings.has('query');
  const text = settings.get('query') ?? parts.get('query')?.toString() ?? body.toString();
  const given = [
    ...settings,
    ...[...parts].map(([name, value]) => [name, value.toString()] as const),
  ];
  const parameters = new Map(
    given.flatMap(([name, value]) =>
      name.startsWith('param_') ? [[name.slice('param_'.length), value] as const] : [],
    ),
  );
  const tables = new Map(
    [...parts]
      .filter(([name]) => settings.has(`${name}_structure`))
      .map(([name, bytes]) => [name, decodeLists(bytes)] as const),
  );
  const mayPack = message.headers[MAY_PACK_HEADER] === PACKING;
  const data = isInsert ? body : Buffer.alloc(0);
  return { text, settings, parameters, tables, mayPack, data };
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  // The parent always sends the length of a body.
  const body = Buffer.allocUnsafeSlow(Number(message.headers['content-length'] ?? 0));
  let end = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    end += chunk.copy(body, end);
    freeMemory(chunk);
  }
  return end === body.length ? body : body.subarray(0, end);
}

/** The parts of a form by their names. */
function readForm(body: Buffer, boundary: string): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const border = Buffer.from(`--${boundary}`);
  let at = body.indexOf(border);
  while (at >= 0) {
    const next = body.indexOf(border, at + border.length);
    if (next < 0) return parts;
    const headEnd = body.indexOf('\r\n\r\n', at);
    const name = /name="([^"]*)"/.exec(body.toString('latin1', at, headEnd))?.[1] ?? '';
    parts.set(name, body.subarray(headEnd + 4, next - 2));
    at = next;
  }
  return parts;
}
