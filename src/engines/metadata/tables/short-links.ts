/** Short addresses of pages of the web app. */
declare module '../tables.ts' {
  interface Tables {
    short_links: ShortLinkRow;
  }
}

export interface ShortLinkRow {
  /** Random; it is the address itself. */
  id: string;
  organization_id: string;
  title: string;
  /** Of the page, with its state: what is behind the host. */
  path: string;
  created_by: string;
  /** Of the person; null where a key made it. */
  user_id: string | null;
  created_at: number;
  expires_at: number;
}
