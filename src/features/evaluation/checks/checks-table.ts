import { isoTime } from '../../../base/clock.ts';
import type { Check } from '../../../contract/checks.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { CheckRow } from '../../../engines/metadata/tables/evaluation.ts';

export const checkRows = organizationRows('checks');

/** What the column `settings` has. */
export type CheckSettings = Pick<
  Check,
  | 'criteria'
  | 'expectedItems'
  | 'mode'
  | 'model'
  | 'logCompression'
  | 'compressionOptions'
  | 'strategy'
  | 'samples'
  | 'maxCredits'
>;

/** Of checks and versions that were saved without them. */
export const LATER_SETTINGS = { strategy: 'clip', samples: 1 } as const;

export function showCheck(row: CheckRow): Check {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    query: row.query,
    ...LATER_SETTINGS,
    ...(JSON.parse(row.settings) as CheckSettings),
    version: row.version,
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedBy: row.updated_by,
    updatedAt: isoTime(row.updated_at),
  };
}
