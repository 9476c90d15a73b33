/** Dashboards with their versions, who starred them, public links to them, and reports by mail. */
declare module '../tables.ts' {
  interface Tables {
    dashboards: DashboardRow;
    dashboard_versions: DashboardVersionRow;
    dashboard_stars: DashboardStarRow;
    dashboard_links: DashboardLinkRow;
    dashboard_reports: DashboardReportRow;
  }
}
declare module '../../../spec/plans.ts' {
  interface BuiltResources {
    dashboards: true;
  }
}

/** The current state of a dashboard. */
export interface DashboardRow {
  id: string;
  organization_id: string;
  /** At most one of a key in an organization. */
  key: string | null;
  name: string;
  description: string;
  /** JSON list of texts. */
  tags: string;
  panel_count: number;
  version: number;
  /** JSON, in its canonical form. */
  definition: string;
  created_by: string;
  created_at: number;
  updated_by: string;
  updated_at: number;
}

/** Versions of a dashboard; the newest is the current one. */
export interface DashboardVersionRow {
  dashboard_id: string;
  organization_id: string;
  version: number;
  name: string;
  note: string;
  definition: string;
  saved_by: string;
  saved_at: number;
}

/** Who has marked which dashboard for themselves. */
export interface DashboardStarRow {
  dashboard_id: string;
  organization_id: string;
  user_id: string;
}

/** A link for everybody who has its token. */
export interface DashboardLinkRow {
  id: string;
  organization_id: string;
  dashboard_id: string;
  /** What it shows, however the dashboard changes. */
  version: number;
  definition: string;
  /** JSON: range, zone and values it was made with. */
  settings: string;
  /** JSON list of the indexes it reads. */
  indexes: string;
  raw_rows: number;
  /** JSON list of origins. */
  embed_origins: string;
  token_hash: string;
  created_by: string;
  created_at: number;
  expires_at: number;
}

/** A dashboard by mail, at fixed times. */
export interface DashboardReportRow {
  id: string;
  organization_id: string;
  dashboard_id: string;
  name: string;
  /** JSON, as requested. */
  schedule: string;
  /** JSON list of ids of users. */
  recipients: string;
  earliest: string | null;
  latest: string | null;
  /** JSON: values by name of variable. */
  variables: string;
  is_enabled: number;
  due_at: number | null;
  lease_until: number | null;
  claimed_by: string | null;
  fence: number;
  attempts: number;
  last_sent_at: number | null;
  last_error: string | null;
  created_by: string;
  created_at: number;
  updated_at: number;
}
