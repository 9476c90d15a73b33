import type { Clock } from '../../../base/clock.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { SettleNeeds } from '../states/settle-needs.ts';

/** What it takes to look at incidents and to do something about them. */
export interface IncidentNeeds extends Pick<SettleNeeds, 'queueMessages'> {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  /** Where people reach the web app. */
  readonly publicOrigin: () => string;
}
