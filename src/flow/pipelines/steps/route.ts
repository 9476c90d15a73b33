import type { StepOf } from '../../../contract/pipeline-steps.ts';
import { failed, type Step } from './step.ts';

export function routeStep({ index }: StepOf<'route'>): Step {
  const unknown = failed(`there is no index ${index}`);
  return (event, { indexes }) => {
    const retentionDays = indexes.get(index);
    if (retentionDays === undefined) return unknown;
    event.index = index;
    event.retentionDays = retentionDays;
    return 'done';
  };
}
