/** What is kept as code: which thing has which key, and which bundle owns it. */
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
  /** The bundle that owns it; null where only its key is kept. */
  bundle: string | null;
  /** JSON: the definition as it was last applied. Secrets are references in it. */
  applied: string;
  applied_at: number;
}
