/** What happens to events on their way in. */
declare module '../tables.ts' {
  interface Tables {
    pipelines: PipelineRow;
    pipeline_versions: PipelineVersionRow;
    pipeline_keys: PipelineKeyRow;
  }
}
declare module '../../../spec/plans.ts' {
  interface BuiltResources {
    pipelines: true;
  }
}

/** What happens to events on their way in. */
export interface PipelineRow {
  id: string;
  organization_id: string;
  /** From 1, without gaps. */
  position: number;
  name: string;
  description: string;
  is_enabled: number;
  /** A search expression; empty = every event. */
  match_text: string;
  /** JSON list. */
  steps: string;
  /** Grows with every change. */
  version: number;
  created_at: number;
  updated_at: number;
  updated_by: string;
}

/** What a pipeline was before a change. */
export interface PipelineVersionRow {
  pipeline_id: string;
  version: number;
  organization_id: string;
  name: string;
  description: string;
  is_enabled: number;
  match_text: string;
  steps: string;
  updated_at: number;
  updated_by: string;
}

/** The key for an organization's masks; without it, hashes cannot be resolved. */
export interface PipelineKeyRow {
  organization_id: string;
  key: string;
  created_at: number;
}
