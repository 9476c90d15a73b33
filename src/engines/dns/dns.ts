/**
 * DNS lookups of names that organizations enter. There is one implementation, because one node and many resolve alike.
 */
export interface Dns {
  /** The TXT records of a name, each with its parts joined. Rejects never. */
  readTxt(name: string): Promise<TxtAnswer>;
}

export type TxtAnswer =
  | { readonly kind: 'found'; readonly records: readonly string[] }
  /** The name or record doesn't exist. */
  | { readonly kind: 'none' }
  /** No server responded with a usable answer. */
  | { readonly kind: 'failed' };
