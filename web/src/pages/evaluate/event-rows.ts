/** Events as rows for the evaluator: one line each, with what a reader would want to see. */
export interface EventRow {
  readonly text: string;
  /** Undefined for a row that was pasted. */
  readonly eventId: string | undefined;
}

type LogEvent = Readonly<Record<string, unknown>>;

export function rowOfEvent(event: LogEvent): EventRow {
  const { _time, _id, level, source, event: body } = event;
  const head = [_time, level, source].filter((part) => typeof part === 'string' && part !== '');
  return {
    text: [...head, typeof body === 'string' ? body : ''].join(' '),
    eventId: typeof _id === 'string' ? _id : undefined,
  };
}

/** Pasted text: a line is a row, empty ones are none. */
export function rowsOfText(text: string): EventRow[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .map((line) => ({ text: line, eventId: undefined }));
}

/** The most that fits one request, with room for everything around the rows. */
export function rowsThatFit(
  rows: readonly EventRow[],
  rowsMax: number,
  bytesMax: number,
): EventRow[] {
  const encoder = new TextEncoder();
  const fitting: EventRow[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, rowsMax)) {
    bytes += encoder.encode(JSON.stringify(row.text)).byteLength + 1;
    if (bytes > bytesMax) break;
    fitting.push(row);
  }
  return fitting;
}
