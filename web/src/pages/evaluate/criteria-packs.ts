/** Common questions to start from. */
import type { DraftItem } from './evaluation-draft.ts';

export interface CriteriaPack {
  readonly name: string;
  readonly criteria: string;
  readonly items: readonly DraftItem[];
}

export const CRITERIA_PACKS: readonly CriteriaPack[] = [
  {
    name: 'Deployment succeeded',
    criteria:
      'Judge each step of the deployment. A step passed when the logs show that it finished without a problem, failed when they show a problem, and was skipped when they say so.',
    items: [
      { id: 'migrations', description: 'The migrations were applied' },
      { id: 'rollout', description: 'All replicas were updated' },
      { id: 'health', description: 'The health check of the replicas answered' },
      { id: 'smoke-test', description: 'The smoke test passed' },
      { id: 'cache', description: 'The cache was warmed up' },
    ],
  },
  {
    name: 'Detection fired',
    criteria:
      'Judge whether the logs show that the attack was seen. An item passed when a line proves it.',
    items: [
      { id: 'failed-logins', description: 'Failed passwords were logged' },
      { id: 'blocked', description: 'The address was blocked' },
    ],
  },
  {
    name: 'What went wrong?',
    criteria: 'List every distinct failure in the logs, with the service it concerns.',
    items: [],
  },
];
