/** What people write of a macro, and what of it is sent. */
import type { Macro, MacroDraft, MacroVersion } from '../../../../src/contract/macros.ts';

export interface MacroForm {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly definition: string;
  readonly description: string;
  readonly isEval: boolean;
  /** Empty: none, as in all texts here. */
  readonly validation: string;
  readonly errorMessage: string;
}

export const EMPTY_MACRO: MacroForm = {
  name: '',
  arguments: [],
  definition: '',
  description: '',
  isEval: false,
  validation: '',
  errorMessage: '',
};

export function formOf(macro: Macro | MacroVersion): MacroForm {
  return {
    name: macro.name,
    arguments: macro.arguments,
    definition: macro.definition,
    description: macro.description,
    isEval: macro.isEval,
    validation: macro.validation ?? '',
    errorMessage: macro.errorMessage ?? '',
  };
}

export function bodyOf(form: MacroForm): Required<MacroDraft> {
  const validation = form.validation.trim();
  return {
    ...form,
    name: form.name.trim(),
    arguments: [...form.arguments],
    validation: validation === '' ? null : validation,
    errorMessage: validation === '' || form.errorMessage === '' ? null : form.errorMessage,
  };
}

export function isSameForm(left: MacroForm, right: MacroForm): boolean {
  return JSON.stringify(bodyOf(left)) === JSON.stringify(bodyOf(right));
}

/** Includes the arguments, since macros of the same name differ in them. */
export function titleOf(macro: Pick<MacroForm, 'name' | 'arguments'>): string {
  return macro.arguments.length === 0 ? macro.name : `${macro.name}(${macro.arguments.join(', ')})`;
}

/** As a query calls it. */
export function callOf(macro: Pick<MacroForm, 'name' | 'arguments'>): string {
  return `\`${titleOf({ ...macro, name: macro.name.trim() || 'name' })}\``;
}
