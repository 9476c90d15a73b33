import type { Log } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { SearchNeeds } from '../../../flow/search/index.ts';
import type { Judge } from './judge.ts';
import type { RuleTrees } from './rule-trees.ts';

export interface ConditionNeeds {
  /** In the slots that searches of alert rules have. */
  readonly search: SearchNeeds;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly trees: RuleTrees;
  readonly judge: Judge;
  readonly log: Log;
}
