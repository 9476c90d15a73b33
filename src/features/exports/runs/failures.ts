/** Failure messages of a run, and their recipients. */
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import { UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import { readMemberAddresses } from '../../../guard/access/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DestinationError } from '../destinations/destination-error.ts';
import { findExport, updateExport } from '../managing/exports-table.ts';
import type { RunNeeds } from './run-needs.ts';

/** Fit for people: nothing of a key, an address or a row is in it. */
export function textOf(error: unknown): string {
  return wordsOf(error).slice(0, LIMITS.exports.errorCharactersMax);
}

function wordsOf(error: unknown): string {
  if (error instanceof ObjectsError || error instanceof DestinationError) return error.message;
  if (error instanceof AppError) return error.facts.details?.[0]?.message ?? error.message;
  if (error instanceof UnreadableSecret) {
    return "The destination's secret can't be decrypted anymore. Enter it again.";
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return "The node's disk is full.";
  }
  return 'Internal error. See the server log.';
}

/** A retry cannot succeed until somebody changes something. */
export function isLasting(error: unknown): boolean {
  if (error instanceof ObjectsError || error instanceof DestinationError) return error.isLasting;
  if (error instanceof UnreadableSecret) return true;
  return error instanceof AppError && LASTING.has(error.code);
}

const LASTING: ReadonlySet<string> = new Set([
  'UNKNOWN_INDEX',
  'QUERY_SYNTAX_ERROR',
  'VALIDATION_ERROR',
]);

/** Sent once, until a run succeeds or the export is enabled again. */
export async function tellOwners(
  { clock, enqueueMail, publicOrigin }: Pick<RunNeeds, 'clock' | 'enqueueMail' | 'publicOrigin'>,
  unit: Unit,
  { id, organization_id: owner }: Pick<ExportRow, 'id' | 'organization_id'>,
  message: string,
): Promise<void> {
  const organization = organizationId(owner);
  const row = await findExport(unit, organization, id);
  if (row === undefined || row.told_at !== null) return;
  await updateExport(unit, organization, id, { told_at: clock.now() });
  const url = new URL(`/exports/${id}`, publicOrigin()).href;
  const text = `The scheduled export “${row.name}” is failing.\n\n${message}\n\nNo events are lost: once fixed, it continues where it stopped, as long as your indexes keep the events.\n\n${url}\n`;
  for (const { role, email } of await readMemberAddresses(unit, organization)) {
    if (role !== 'owner') continue;
    await enqueueMail(unit, { to: email, subject: `Export failing: ${row.name}`, text });
  }
}
