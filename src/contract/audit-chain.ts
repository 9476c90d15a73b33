/** How entries of the audit log are chained: whoever has them can check, with no more than this and SHA-256. */

/** What is chained of an entry: its eight fields and its number. */
export interface ChainedEntry {
  /** From 1, per organization, without gaps. */
  readonly seq: number;
  readonly timestamp: string;
  readonly actor: string;
  readonly action: string;
  readonly resource: string;
  readonly resource_type: string;
  readonly ip_address: string;
  readonly user_agent: string;
  readonly details: unknown;
}

/** An entry with its place in the chain, as streams and exports have it. */
export interface HashedEntry extends ChainedEntry {
  readonly hash: string;
}

/** Of fields as they were stored or exported, where even numbers and JSON may be text. They stand in the order of `hashedEntry`. */
export function entryOfFields(fields: Readonly<Record<string, unknown>>): HashedEntry {
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    timestamp: text('timestamp'),
    actor: text('actor'),
    action: text('action'),
    resource: text('resource'),
    resource_type: text('resource_type'),
    ip_address: text('ip_address'),
    user_agent: text('user_agent'),
    details: detailsOf(fields['details']),
    seq: Number(fields['seq'] ?? 0),
    hash: text('hash'),
  };
}

/** What somebody has changed need not be JSON any more. */
function detailsOf(kept: unknown): unknown {
  if (typeof kept !== 'string') return kept;
  try {
    return JSON.parse(kept) as unknown;
  } catch {
    return kept;
  }
}

/** Stands in for the hash before the first entry. */
export const CHAIN_START = '0'.repeat(64);

/** SHA-256 of this text, in hexadecimal digits, is the hash of an entry. */
export function chainedText(previousHash: string, entry: ChainedEntry): string {
  const { seq, timestamp, actor, action, resource, resource_type } = entry;
  const { ip_address, user_agent, details } = entry;
  const chained = { seq, timestamp, actor, action, resource, resource_type };
  const canonical = canonicalJson({ ...chained, ip_address, user_agent, details });
  return `${previousHash}\n${canonical}`;
}

/** One text per value, as RFC 8785 has it: names sorted by their UTF-16 units, no white space. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}

/** What is known of the entry before. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: string;
}

/**
 * Why an entry cannot follow the one before it; undefined when it does. The first of several is checked against the
 * hash it names, if it names one.
 */
export function findBreak(
  before: ChainPlace | undefined,
  entry: HashedEntry & { readonly previous_hash?: string | undefined },
  sha256: (text: string) => string,
): string | undefined {
  const { seq, hash, previous_hash } = entry;
  if (before !== undefined) {
    if (seq <= before.seq) return `Entry ${seq} is out of order: it follows entry ${before.seq}.`;
    if (seq > before.seq + 1) return missing(before.seq + 1, seq - 1);
  }
  const previous = before?.hash ?? (seq === 1 ? CHAIN_START : previous_hash);
  if (previous === undefined) return undefined;
  const isSame = sha256(chainedText(previous, entry)) === hash;
  const isNamed = previous_hash === undefined || previous_hash === previous;
  return isSame && isNamed ? undefined : `Entry ${seq} or the one before it was changed.`;
}

export function missing(from: number, to: number): string {
  return from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`;
}
