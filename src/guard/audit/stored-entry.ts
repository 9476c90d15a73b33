import type { HashedEntry } from '../../contract/audit-chain.ts';

/** Of a line of the store, where every field is text. Its fields stand in the order of `hashedEntry`. */
export function storedEntry(line: string): HashedEntry & { readonly previous_hash: string } {
  const fields = JSON.parse(line) as Readonly<Record<string, string>>;
  const text = (name: string): string => fields[name] ?? '';
  return {
    timestamp: text('timestamp'),
    actor: text('actor'),
    action: text('action'),
    resource: text('resource'),
    resource_type: text('resource_type'),
    ip_address: text('ip_address'),
    user_agent: text('user_agent'),
    details: detailsIn(text('details')),
    seq: Number(text('seq')),
    hash: text('hash'),
    previous_hash: text('previous_hash'),
  };
}

/** What somebody has changed need not be JSON any more. */
function detailsIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
