/** Resources managed as code: their keys and owning bundles. */
declare module '../tables.ts' {
  interface Tables {
    bundle_things: BundleThingRow;
  }
}

export interface BundleThingRow {
  organization_id: string;
  /** A section of a bundle, such as `alertRules`. */
  kind: string;
  /** Unique in the organization and the kind. */
  key: string;
  /** The thing itself, which may have been deleted since by hand. */
  thing_id: string;
  /** The owning bundle; null if only the key is stored. */
  bundle: string | null;
  /** JSON: the definition as it was last applied. Secrets are references in it. */
  applied: string;
  applied_at: number;
}
