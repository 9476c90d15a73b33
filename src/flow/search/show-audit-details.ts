import { AUDIT_INDEX } from '../../spec/audit.ts';
import type { AnswerColumn, AnswerRow } from './compile/write-answer.ts';

const DETAILS = 'details';

interface Shown {
  readonly columns: AnswerColumn[];
  readonly rows: AnswerRow[];
}

/**
 * Details of an audit entry are an object, but the store keeps attributes as text. `isAudit` means that the search
 * reads only the audit log; otherwise the index of each row decides.
 */
export function showAuditDetails({ columns, rows }: Shown, isAudit: boolean): Shown {
  let hasObjects = false;
  for (const row of rows) {
    if (!isAudit && row['_index'] !== AUDIT_INDEX) continue;
    const details = objectIn(row[DETAILS]);
    if (details === undefined) continue;
    row[DETAILS] = details;
    hasObjects = true;
  }
  if (!hasObjects) return { columns, rows };
  return {
    columns: columns.map((column) =>
      column.name === DETAILS ? { name: DETAILS, type: 'any' } : column,
    ),
    rows,
  };
}

function objectIn(value: unknown): object | undefined {
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined;
  try {
    return JSON.parse(value) as object;
  } catch {
    // A truncated entry, or text created by the query.
    return undefined;
  }
}
