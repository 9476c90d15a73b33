import type { Actor } from '../../../base/actor.ts';
import type { ConditionNeeds } from '../conditions/condition-needs.ts';

export interface BacktestNeeds extends ConditionNeeds {
  /** Everything stored before it can be found. */
  readonly frontier: () => Promise<number>;
  /** Sends one message, marked as a test. */
  readonly testChannel: (
    actor: Actor,
    channelId: string,
    signal: AbortSignal,
  ) => Promise<{ readonly state: 'sent' | 'dead'; readonly error?: string }>;
}
