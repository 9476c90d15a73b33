import type { Log } from '../../../base/log.ts';
import type { RowIds } from '../../../engines/store/row-ids.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import type { QuotaMeter } from '../../../guard/limits/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { ExportNeeds } from '../managing/export-needs.ts';
import type { ArchiveReader } from './reading/open-archive-reader.ts';

export interface ImportJobNeeds extends ExportNeeds {
  readonly store: Pick<LogStore, 'insert'>;
  /** Row ids for this start of this node, separate from those of ingested events. */
  readonly rowIds: () => Promise<RowIds>;
  readonly spool: string;
  readonly log: Log;
  /** Imported events count like ingested ones. */
  readonly quota: Pick<QuotaMeter, 'verdict' | 'note'>;
  readonly limits: Pick<Limits, 'events' | 'objects' | 'exports'>;
  /** Starts what reads one archive. */
  readonly openReader: (limits: Limits['exports'], signal: AbortSignal) => ArchiveReader;
}
