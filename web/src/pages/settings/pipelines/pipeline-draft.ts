/** A pipeline while it is edited. */
import type { PipelineVersion } from '../../../../../src/contract/pipelines.ts';
import type { StepDraft } from './step-draft.ts';

export interface PipelineDraft {
  readonly name: string;
  readonly description: string;
  readonly match: string;
  readonly isEnabled: boolean;
  readonly steps: readonly StepDraft[];
}

export const EMPTY_DRAFT: PipelineDraft = {
  name: '',
  description: '',
  match: '',
  isEnabled: true,
  steps: [],
};

export function draftOf(pipeline: PipelineVersion): PipelineDraft {
  const { name, description, match, isEnabled, steps } = pipeline;
  return { name, description, match, isEnabled, steps: steps.map((step) => ({ ...step })) };
}

export function isSameDraft(first: PipelineDraft, second: PipelineDraft): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
