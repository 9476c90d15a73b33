import type { QueryEvent } from '../store.ts';

/** One JSON object per line: the columns, a row, or how far it got. */
export const EVENT_FORMAT = 'JSONCompactEachRowWithProgress';

type WireLine =
  | { readonly meta: readonly { readonly name: string; readonly type: string }[] }
  | { readonly row: readonly unknown[] }
  | { readonly progress: Readonly<Record<string, string | undefined>> }
  | { readonly exception: string };

export function readEvent(line: string): QueryEvent | undefined {
  const wire = parse(line);
  if ('row' in wire) return { kind: 'row', row: wire.row };
  if ('meta' in wire) return { kind: 'columns', columns: wire.meta };
  if ('progress' in wire) {
    const { progress } = wire;
    return {
      kind: 'progress',
      progress: {
        rowsRead: Number(progress['read_rows'] ?? 0),
        bytesRead: Number(progress['read_bytes'] ?? 0),
        rowsToRead: Number(progress['total_rows_to_read'] ?? 0),
        elapsedMs: Number(progress['elapsed_ns'] ?? 0) / 1e6,
      },
    };
  }
  return undefined;
}

/** The only place where the store's output is trusted to have the declared format. */
function parse(line: string): WireLine {
  return JSON.parse(line) as WireLine;
}
