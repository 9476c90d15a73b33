/** What the domain name system says about names that organizations enter. It comes in one form, since one machine and many ask alike. */
export interface Dns {
  /** The TXT records of a name, each with its parts joined. Rejects never. */
  readTxt(name: string): Promise<TxtAnswer>;
}

export type TxtAnswer =
  | { readonly kind: 'found'; readonly records: readonly string[] }
  /** The name, or such a record of it, does not exist. */
  | { readonly kind: 'none' }
  /** Nobody knows: no server answered, or not with an answer. */
  | { readonly kind: 'failed' };
