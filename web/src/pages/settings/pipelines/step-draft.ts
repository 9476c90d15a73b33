/** Steps while they are edited: any may still be incomplete. */
import type { PipelineStep } from '../../../../../src/contract/pipeline-steps.ts';
import { isStepKind, STEP_FORMS, type StepKind } from './step-forms.ts';

export type StepDraft = { readonly kind: StepKind } & Readonly<Record<string, unknown>>;

/** Returns a step with the settings it needs to be tested immediately. */
export function newStep(kind: StepKind): StepDraft {
  switch (kind) {
    case 'extract_timestamp':
      return { kind, formats: ['iso'] };
    case 'mask':
      return { kind, what: ['email', 'token'] };
    case 'sample':
      return { kind, rate: 0.1 };
    default:
      return { kind };
  }
}

/** An empty value removes the setting, so that the default applies. */
export function withValue(step: StepDraft, name: string, value: unknown): StepDraft {
  const { [name]: _old, ...rest } = step;
  const isEmpty =
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0) ||
    (isRecord(value) && Object.keys(value).length === 0);
  return (isEmpty ? rest : { ...rest, [name]: value }) as StepDraft;
}

/** The same settings under another kind, as far as it knows them. */
export function withKind(step: StepDraft, kind: StepKind): StepDraft {
  const known = STEP_FORMS[kind].fields.map(({ name }) => name);
  const kept = Object.entries(step).filter(([name]) => known.includes(name));
  return { ...newStep(kind), ...Object.fromEntries(kept), kind };
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** For the API, which checks it completely. */
export function asSteps(drafts: readonly StepDraft[]): PipelineStep[] {
  return drafts as unknown as PipelineStep[];
}

export type StepsRead =
  | { readonly isGood: true; readonly steps: StepDraft[] }
  | { readonly isGood: false; readonly problem: string };

/** Steps from their JSON text: known kinds only, so that the form can show them again. */
export function readSteps(text: string): StepsRead {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { isGood: false, problem: error instanceof Error ? error.message : 'Invalid JSON.' };
  }
  if (!Array.isArray(value)) return { isGood: false, problem: 'Must be a list of steps: [ … ].' };
  const list: readonly unknown[] = value;
  const at = list.findIndex((step) => !isDraft(step));
  if (at >= 0) return { isGood: false, problem: `Step ${at + 1} has an unknown type.` };
  return { isGood: true, steps: list.filter(isDraft) };
}

function isDraft(value: unknown): value is StepDraft {
  return isRecord(value) && isStepKind(value['kind']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
