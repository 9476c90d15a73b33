/** What people keep for their searches, and what they want erased. */
declare module '../tables.ts' {
  interface Tables {
    saved_searches: SavedSearchRow;
    saved_search_stars: SavedSearchStarRow;
    lookup_tables: LookupTableRow;
    log_deletions: LogDeletionRow;
    macros: MacroRow;
    data_models: DataModelRow;
    data_links: DataLinkRow;
    knowledge_versions: KnowledgeVersionRow;
  }
}
declare module '../../../spec/plans.ts' {
  interface BuiltResources {
    savedSearches: true;
  }
}

/** A query saved to be run again; visible to everyone in the organization. */
export interface SavedSearchRow {
  id: string;
  organization_id: string;
  /** At most one of a name in an organization. */
  name: string;
  description: string;
  query: string;
  /** The range as written; null = chosen by the reader. */
  earliest: string | null;
  latest: string | null;
  /** JSON: mode, view, columns and order; null = as usual. */
  display: string | null;
  created_by: string;
  created_at: number;
  updated_at: number;
}

/** Who has marked which saved search for themselves. */
export interface SavedSearchStarRow {
  saved_search_id: string;
  organization_id: string;
  user_id: string;
}

/** What searches look values up in. */
export interface LookupTableRow {
  /** A table that is recreated under an old name has a different id. */
  id: string;
  organization_id: string;
  name: string;
  /** Grows with every change. */
  version: number;
  /** JSON list of names, in order. */
  columns: string;
  row_count: number;
  /** Size of the content before compression. */
  bytes: number;
  /** 1 when people uploaded all of it; null when a search wrote to it, or it is older than this column. */
  is_uploaded: number | null;
  /** The last version by a user who may not create public links; null if all content is by users who may. */
  member_version: number | null;
  /** Every value, column by column; see the room that owns it. */
  content: Uint8Array;
  created_at: number;
  updated_at: number;
  updated_by: string;
}

/** A request to erase events, and its outcome. */
export interface LogDeletionRow {
  id: string;
  organization_id: string;
  /** A running one whose node died is run again. */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** As requested. */
  query: string;
  /** The search of the query, without its bounds. */
  search: string;
  from_ms: number;
  to_ms: number;
  requested_by: string;
  ip_address: string;
  user_agent: string;
  attempts: number;
  due_at: number | null;
  lease_until: number | null;
  claimed_by: string | null;
  fence: number;
  /** Events that were found before the first try; null until then. */
  matched: number | null;
  /** Events that a search still finds; 0 is the proof. */
  remaining: number | null;
  created_at: number;
  ended_at: number | null;
}

/** A short text that expands to a longer one in queries. */
export interface MacroRow {
  id: string;
  organization_id: string;
  /** At most one of a name and a number of arguments in an organization. */
  name: string;
  argument_count: number;
  /** JSON list of names. */
  arguments: string;
  definition: string;
  description: string;
  /** 1 when the definition is an expression. */
  is_eval: number;
  validation: string | null;
  error_message: string | null;
  /** Grows with every change. */
  version: number;
  created_by: string;
  created_at: number;
  updated_by: string;
  updated_at: number;
}

/** Searches under names that detections use, with the fields they name. */
export interface DataModelRow {
  id: string;
  organization_id: string;
  name: string;
  description: string;
  /** JSON list of datasets. */
  datasets: string;
  /** Grows with every change. */
  version: number;
  created_by: string;
  created_at: number;
  updated_by: string;
  updated_at: number;
}

/** Where values of a field lead in another tool. */
export interface DataLinkRow {
  id: string;
  organization_id: string;
  /** At most one of a name in an organization. */
  name: string;
  description: string;
  field: string;
  /** An https address with placeholders. */
  url: string;
  /** Grows with every change. */
  version: number;
  created_by: string;
  created_at: number;
  updated_by: string;
  updated_at: number;
}

/** What a macro, a data model, a data link, a check, an alert rule or a service was, the present version included. */
export interface KnowledgeVersionRow {
  object_id: string;
  organization_id: string;
  version: number;
  /** JSON of what people set. */
  content: string;
  saved_by: string;
  saved_at: number;
}
