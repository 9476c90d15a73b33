/** What a run began with: however the export is changed meanwhile, its files stay of one kind. */
import type { Destination } from '../../../contract/export-destinations.ts';
import type { ExportRow, ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { newId, organizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { expandedText, storedKnowledge } from '../../../flow/search/index.ts';
import type { ExportTrigger } from '../../../spec/exports.ts';
import { fileName } from '../archive/names.ts';

export type RunSettings = Pick<
  ExportRow,
  'mode' | 'query' | 'format' | 'compression' | 'folder'
> & {
  readonly destination: Destination;
  /** The time of a report that it is made for. */
  readonly at: number;
};

export function settingsOf({ settings }: Pick<ExportRunRow, 'settings'>): RunSettings {
  return JSON.parse(settings) as RunSettings;
}

/** The name under which this try of a run writes a file. */
export function nameOfFile(run: ExportRunRow, number: number): string {
  const settings = settingsOf(run);
  const window = { from: run.from_ms, to: run.to_ms, revision: run.revision };
  return fileName(settings.folder, window, number, { run: run.id, tries: run.tries }, settings);
}

export interface RunPlan {
  readonly cause: ExportTrigger;
  readonly requestedBy: string | null;
  readonly revision: number;
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** Expands macros: the whole run uses the same query, even if they change. */
export async function withMacros(reader: Pick<Metadata, 'db'>, row: ExportRow): Promise<ExportRow> {
  const organization = organizationId(row.organization_id);
  const query = await expandedText(storedKnowledge(reader), organization, row.query);
  return { ...row, query };
}

export function newRun(row: ExportRow, plan: RunPlan, now: number): ExportRunRow {
  const { mode, query, format, compression, folder } = row;
  const destination = JSON.parse(row.destination) as Destination;
  const settings: RunSettings = {
    mode,
    query,
    format,
    compression,
    folder,
    destination,
    at: plan.at,
  };
  return {
    id: newId('exportRun'),
    organization_id: row.organization_id,
    export_id: row.id,
    state: 'waiting',
    cause: plan.cause,
    requested_by: plan.requestedBy,
    revision: plan.revision,
    from_ms: plan.from,
    to_ms: plan.to,
    settings: JSON.stringify(settings),
    columns: '[]',
    tries: 0,
    error: null,
    next_try_at: null,
    rows_planned: null,
    files_planned: null,
    row_count: 0,
    byte_count: 0,
    files_done: 0,
    manifest: null,
    created_at: now,
    started_at: null,
    ended_at: null,
    due_at: null,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    attempts: 0,
  };
}
