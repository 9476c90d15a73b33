import { entryOfFields, type HashedEntry } from '../../contract/audit-chain.ts';

/** Of a line of the store, where every field is text. */
export function storedEntry(line: string): HashedEntry & { readonly previous_hash: string } {
  const fields = JSON.parse(line) as Readonly<Record<string, string>>;
  return { ...entryOfFields(fields), previous_hash: fields['previous_hash'] ?? '' };
}
