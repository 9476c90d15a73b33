import type { Log } from '../../../base/log.ts';
import type { RowIds } from '../../../engines/store/row-ids.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import type { ExportNeeds } from '../managing/export-needs.ts';

export interface ImportJobNeeds extends ExportNeeds {
  readonly store: Pick<LogStore, 'insert'>;
  /** Row ids of this start of this node, apart from those of events that come in. */
  readonly rowIds: () => Promise<RowIds>;
  readonly spool: string;
  readonly log: Log;
}
