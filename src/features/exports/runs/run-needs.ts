import type { Log } from '../../../base/log.ts';
import type { Mail } from '../../../engines/mail/mail.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import type { FileNeeds } from '../../../flow/search/index.ts';
import type { ExportNeeds } from '../managing/export-needs.ts';

export interface RunNeeds extends ExportNeeds {
  readonly search: FileNeeds;
  readonly store: Pick<LogStore, 'frontier'>;
  /** A local folder of this node for files that wait to be sent. */
  readonly spool: string;
  readonly enqueueMail: (unit: Unit, mail: Mail) => Promise<void>;
  readonly publicOrigin: () => string;
  readonly log: Log;
}
