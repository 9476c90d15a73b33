import type { ResolvedReason } from '../../../spec/alerts.ts';
import type { GroupKey, MeasuredGroup } from '../conditions/measurement.ts';

/** What a tick changes about a group, beyond what the group remembers for itself. */
export type Transition =
  | {
      readonly kind: 'fired';
      readonly hash: string;
      readonly key: GroupKey;
      /** The tick at which the condition first held. */
      readonly startedAt: number;
      readonly group: MeasuredGroup;
    }
  | {
      readonly kind: 'resolved';
      readonly hash: string;
      /** Null in a back-test, which opens no incidents. */
      readonly incidentId: string | null;
      readonly reason: ResolvedReason;
    }
  /** For the timeline alone: nobody is told. */
  | {
      readonly kind: 'began_recovering' | 'fires_again' | 'began_flapping' | 'calmed_down';
      readonly hash: string;
      readonly incidentId: string | null;
    };
