/** What people write of a check, and what of it is sent. */
import type { Check, CheckDraft, CheckVersion } from '../../../../../src/contract/checks.ts';
import {
  askedItems,
  EMPTY_DRAFT,
  type EvaluationDraft,
  mergeOptionsOf,
} from '../evaluation-draft.ts';

export interface CheckForm extends EvaluationDraft {
  readonly name: string;
  readonly description: string;
  readonly query: string;
  /** Runs bring their rows; there is no query then. */
  readonly sendsRows: boolean;
  /** Empty: none. */
  readonly maxCredits: string;
  readonly compressionOptions: Check['compressionOptions'];
}

export const EMPTY_CHECK: CheckForm = {
  ...EMPTY_DRAFT,
  name: '',
  description: '',
  query: '',
  sendsRows: false,
  maxCredits: '',
  compressionOptions: {},
};

export function formOf(check: Check | CheckVersion): CheckForm {
  return {
    name: check.name,
    description: check.description,
    query: check.query ?? '',
    sendsRows: check.query === null,
    criteria: check.criteria,
    items: check.expectedItems,
    mode: check.mode,
    model: check.model ?? '',
    logCompression: check.logCompression,
    compressionOptions: check.compressionOptions,
    strategy: check.strategy,
    samples: check.samples,
    maxCredits: check.maxCredits === null ? '' : String(check.maxCredits),
  };
}

export function bodyOf(form: CheckForm): Required<CheckDraft> {
  const credits = form.maxCredits.trim();
  return {
    name: form.name.trim(),
    description: form.description,
    query: form.sendsRows ? null : form.query.trim(),
    criteria: form.criteria,
    // In the other mode they are hints, which this page does not show.
    expectedItems: form.mode === 'generic_verdict' ? [...form.items] : askedItems(form),
    mode: form.mode,
    model: form.model === '' ? null : form.model,
    logCompression: form.logCompression,
    compressionOptions: form.compressionOptions,
    ...mergeOptionsOf(form),
    maxCredits: credits === '' ? null : Number(credits),
  };
}

export function isSameForm(left: CheckForm, right: CheckForm): boolean {
  return JSON.stringify(bodyOf(left)) === JSON.stringify(bodyOf(right));
}

/** Why it cannot be saved yet; undefined when it can. */
export function whyNotSavable(form: CheckForm): string | undefined {
  if (form.name.trim() === '') return 'Enter a name.';
  if (!form.sendsRows && form.query.trim() === '') return 'Enter a search.';
  if (form.criteria.trim() === '') return 'Enter an instruction.';
  if (Number.isNaN(Number(form.maxCredits))) return 'The credit cap must be a number.';
  return undefined;
}
