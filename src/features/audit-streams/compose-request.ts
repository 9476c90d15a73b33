import type { HashedEntry } from '../../contract/audit-chain.ts';
import type { OutboundRequest } from '../../engines/outbound/outbound.ts';
import { signedHeaders } from '../../engines/outbound/webhook-key.ts';
import type { AuditStreamRow } from '../../engines/metadata/tables/audit-streams.ts';
import { SECOND_MS } from '../../spec/units.ts';
import { writeCef } from './formats/cef.ts';
import { writeOcsf } from './formats/ocsf.ts';
import type { StreamSecret } from './stream-secret.ts';

type Stream = Pick<AuditStreamRow, 'id' | 'kind' | 'format'>;

/** Entries that follow each other, and the hash before the first. */
export interface Batch {
  readonly entries: readonly HashedEntry[];
  readonly previousHash: string;
}

/** The same for the same entries, whenever they are sent. */
export interface Content {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

export function contentOf(stream: Stream, { entries, previousHash }: Batch): Content {
  const [from = 0, to = 0] = [entries[0]?.seq, entries.at(-1)?.seq];
  const id = `${stream.id}:${from}-${to}`;
  if (stream.kind === 'splunk') return { id, type: JSON_TYPE, body: splunkEvents(stream, entries) };
  if (stream.format === 'cef') {
    return { id, type: TEXT_TYPE, body: entries.map((entry) => `${writeCef(entry)}\n`).join('') };
  }
  const envelope = { type: 'audit.entries', stream: stream.id, from, to, previousHash };
  const body =
    stream.format === 'ocsf'
      ? { ...envelope, format: 'ocsf', entries: entries.map(writeOcsf) }
      : { ...envelope, entries };
  return { id, type: JSON_TYPE, body: JSON.stringify(body) };
}

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** Nothing of the log is in it. */
export function testContent(stream: Stream, id: string, at: string): Content {
  if (stream.kind === 'splunk') {
    const event = { type: 'audit.test', stream: stream.id, timestamp: at };
    return { id, type: JSON_TYPE, body: JSON.stringify({ ...SPLUNK_SOURCE, event }) };
  }
  const body = JSON.stringify({ type: 'audit.test', stream: stream.id, timestamp: at });
  return { id, type: JSON_TYPE, body };
}

export function requestOf(
  { kind }: Stream,
  { url, key }: StreamSecret,
  { id, type, body }: Content,
  now: number,
): Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'> {
  const proof =
    kind === 'splunk'
      ? { authorization: `Splunk ${key}` }
      : signedHeaders({ id, body, now }, [key]);
  return {
    url,
    method: 'POST',
    headers: { 'content-type': type, ...proof },
    body: Buffer.from(body),
  };
}

const SPLUNK_SOURCE = { source: 'xplain', sourcetype: 'xplain:audit' };

/** One object after the other, as the collector takes them. */
function splunkEvents({ format }: Stream, entries: readonly HashedEntry[]): string {
  const write = { json: (entry: HashedEntry) => entry, ocsf: writeOcsf, cef: writeCef }[format];
  return entries
    .map((entry) => {
      const time = Date.parse(entry.timestamp) / SECOND_MS;
      return JSON.stringify({ time, ...SPLUNK_SOURCE, event: write(entry) });
    })
    .join('\n');
}
