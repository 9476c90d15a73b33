import { pipeline } from 'node:stream';
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { ExportFormat, LogStore } from '../../../engines/store/store.ts';
import { recordAudit, unpackDetails } from '../../../guard/audit/index.ts';
import { escapeCsv } from '../../../http/escape-csv.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { takeSlot } from '../take-slot.ts';
import { countRows, type CountedFile } from './count-rows.ts';
import { fileStatement, SORTED_IN_MEMORY_BYTES } from './file-statement.ts';

export interface ExportNeeds extends SearchNeeds {
  readonly store: Pick<LogStore, 'query' | 'stream' | 'health' | 'export'>;
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
}

export interface ExportInput {
  readonly query?: string;
  readonly earliest?: string;
  readonly latest?: string;
  readonly timeZone?: string;
  readonly format?: ExportFormat;
  /** CSV cells as they are, also those that a spreadsheet would run. */
  readonly raw?: boolean;
}

export interface ExportedFile extends CountedFile {
  /** A part of the query was cut, such as a subsearch; the file itself never is. */
  readonly isTruncated: boolean;
}

/** The whole result as a file that is still being written. Destroying its stream stops the store. */
export async function exportLogs(
  needs: ExportNeeds,
  actor: Actor,
  input: ExportInput,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const { query, format = 'jsonl' } = input;
  const slot = await takeSlot(needs, actor.organization, {
    name: 'export',
    slots: needs.limits.logExports.perOrganizationMax,
    holdMsMax: needs.limits.store.exportTimeoutMs,
  });
  const file = countRows(format);
  file.stream.once('close', () => void slot.release());
  try {
    const { relation, range, limits, isAudit } = await prepareSearch(needs, actor, input, signal);
    const { statement } = fileStatement(relation, format);
    const settings = { max_bytes_before_external_sort: SORTED_IN_MEMORY_BYTES };
    const { content } = await needs.store.export(statement, format, { signal, settings });
    // An error on either side ends both, so the reader sees a truncated file.
    if (format === 'csv' && input.raw !== true) {
      pipeline(content, escapeCsv(), file.stream, () => {});
    } else if (format === 'jsonl' && isAudit) {
      pipeline(content, unpackDetails(), file.stream, () => {});
    } else pipeline(content, file.stream, () => {});
    await needs.metadata.transaction((unit) => {
      const bounds = { earliest: isoTime(range.from), latest: isoTime(range.to) };
      const details = { query: query ?? '*', format, ...bounds };
      const event = { action: 'log.exported', resource: 'logs', details } as const;
      return recordAudit(unit, actor, event, needs.clock.now());
    });
    return { ...file, isTruncated: limits.length > 0 };
  } catch (error) {
    file.stream.destroy();
    throw error;
  }
}
