import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { DestinationDraft } from '../../../contract/export-destinations.ts';
import type { DestinationTest } from '../../../contract/exports.ts';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import { DestinationError } from '../destinations/destination-error.ts';
import { webhookKeyOf } from '../destinations/webhook-secret.ts';
import { textOf } from '../runs/failures.ts';
import type { ExportNeeds } from './export-needs.ts';
import { archiveKeyOf, destinationOf } from './kept-destination.ts';
import { requireExport } from './manage-exports.ts';

/** A refusal of the destination is an answer, not a failure of ours. */
export async function testDestination(
  needs: ExportNeeds,
  { organization }: Actor,
  { destination, export: id }: { readonly destination: DestinationDraft; readonly export?: string },
  signal: AbortSignal,
): Promise<DestinationTest> {
  const before =
    id === undefined
      ? undefined
      : destinationOf(needs.secrets, await requireExport(needs.metadata, organization, id));
  const kept = await needs.destinations.settle(organization, destination, before);
  const startedAt = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - startedAt);
  try {
    await needs.destinations.test(organization, kept, signal);
    return { ok: true, error: null, elapsedMs: elapsedMs() };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ok: false, error: textOf(error), elapsedMs: elapsedMs() };
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ObjectsError || error instanceof DestinationError || error instanceof AppError
  );
}

export async function readArchiveKey(
  { metadata, secrets }: ExportNeeds,
  { organization }: Actor,
  id: string,
): Promise<{ readonly key: string; readonly webhookSecret: string | null }> {
  const row = await requireExport(metadata, organization, id);
  const webhookSecret = webhookKeyOf(destinationOf(secrets, row));
  return { key: archiveKeyOf(secrets, row), webhookSecret };
}
