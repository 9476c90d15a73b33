/** Checks that an import makes before each step. */
import { organizationId } from '../../../base/ids.ts';
import type { ImportRow } from '../../../engines/metadata/tables/exports.ts';
import type { ImportJobNeeds } from './import-job-needs.ts';
import { findImport } from './imports-table.ts';

/** The import was cancelled by a user. */
export class Cancelled extends Error {}

export async function requireOpen(
  { metadata }: Pick<ImportJobNeeds, 'metadata'>,
  row: ImportRow,
): Promise<void> {
  const now = await findImport(metadata, organizationId(row.organization_id), row.id);
  if (now?.ended_at !== null) throw new Cancelled();
}

/** Aborts with `Cancelled` while something takes long, such as a download. */
export function watchImport(
  needs: Pick<ImportJobNeeds, 'metadata' | 'log' | 'limits'>,
  row: ImportRow,
  claimed: AbortSignal,
): Disposable & { readonly signal: AbortSignal } {
  const over = new AbortController();
  const timer = setInterval(() => {
    requireOpen(needs, row).catch((error: unknown) => {
      if (error instanceof Cancelled) over.abort(error);
      else needs.log.warn({ err: error, import: row.id }, 'import not checked');
    });
  }, needs.limits.exports.cancelPollMs);
  return {
    signal: AbortSignal.any([claimed, over.signal]),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** The daily quota is used up: the import waits until there is room. */
export class OverQuota extends Error {}

export async function requireQuota(
  { quota }: Pick<ImportJobNeeds, 'quota'>,
  row: ImportRow,
): Promise<void> {
  const verdict = await quota.verdict(organizationId(row.organization_id));
  if (verdict !== 'open') throw new OverQuota();
}
