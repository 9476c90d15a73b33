import type { CollectStage } from '../../../language/index.ts';
import type { AnswerRow } from '../compile/write-answer.ts';

/** An event as clients send it. */
interface SentEvent {
  readonly event: string;
  readonly timestamp: string;
  readonly source: string;
  readonly level?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What a row with the text of an event keeps; any other row becomes a text of `name=value` pairs. */
export function eventOfRow(row: AnswerRow, { options }: CollectStage, now: number): SentEvent {
  const { marker, host, sourcetype } = options;
  const fields = Object.entries(row).filter(
    ([name, value]) => !name.startsWith('_') && !OWN.has(name) && isValue(value),
  );
  const raw = textOf(row['_raw']) ?? textOf(row['event']);
  const written = raw ?? fields.map(([name, value]) => `${name}=${printed(value)}`).join(', ');
  const attributes = {
    ...Object.fromEntries(fields),
    sourcetype,
    ...(host === undefined ? {} : { host }),
    ...(marker === undefined ? {} : Object.fromEntries(pairsOf(marker))),
  };
  const level = textOf(row['level']);
  return {
    event: marker === undefined ? written : [written, marker].filter(Boolean).join(', '),
    timestamp: new Date(timeOf(row['info_min_time']) ?? timeOf(row['_time']) ?? now).toISOString(),
    source: options.source ?? textOf(row['source']) ?? 'collect',
    ...(level === undefined ? {} : { level }),
    attributes,
  };
}

/** Fields of an event other than its attributes. */
const OWN: ReadonlySet<string> = new Set(['event', 'index', 'level', 'source']);

function isValue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const TIME_MAX = Date.UTC(10_000, 0);

/** Computed times are epoch seconds; a field of that name that is not a time is ignored. */
function timeOf(value: unknown): number | undefined {
  const ms = typeof value === 'number' ? value * 1000 : Date.parse(textOf(value) ?? '');
  return ms >= 0 && ms < TIME_MAX ? Math.round(ms) : undefined;
}

function printed(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\w.:/@+-]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function pairsOf(marker: string): [string, string][] {
  const found = marker.matchAll(/([A-Za-z]\w*)=(?:"([^"]*)"|([^\s,"]+))/g);
  return [...found].map(([, name = '', quoted, bare = '']) => [name, quoted ?? bare]);
}
