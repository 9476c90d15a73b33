/** Variables while they are edited. */
import type { CompleteVariable } from '../../../../../src/contract/definition-form.ts';

export const VARIABLE_TYPES = ['list', 'query', 'text', 'interval'] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

export function newVariable(
  type: VariableType,
  taken: readonly CompleteVariable[],
): CompleteVariable {
  return asVariable({ name: freeName(type, taken), label: '' }, type);
}

/** The same variable with choices of another type; name and label stay. */
export function asVariable(
  { name, label }: { readonly name: string; readonly label: string },
  type: VariableType,
): CompleteVariable {
  switch (type) {
    case 'text':
      return { name, type, label, wildcards: false, default: '' };
    case 'list': {
      const options = [{ value: 'error', label: '' }];
      return { name, type, label, options, multiple: false, all: true, use: 'value', default: [] };
    }
    case 'query':
      return {
        name,
        type,
        label,
        query: '* | top service',
        multiple: false,
        all: true,
        default: [],
      };
    case 'interval':
      return { name, type, label, default: 'auto' };
  }
}

/** One option per line: the value, followed by a comma and its label. */
export function writeOptions(
  options: readonly { readonly value: string; readonly label: string }[],
): string {
  return options
    .map(({ value, label }) => (label === '' ? value : `${value}, ${label}`))
    .join('\n');
}

export function readOptions(text: string): { readonly value: string; readonly label: string }[] {
  const options = text.split('\n').flatMap((line) => {
    const at = line.indexOf(',');
    const value = (at === -1 ? line : line.slice(0, at)).trim();
    const label = at === -1 ? '' : line.slice(at + 1).trim();
    return value === '' ? [] : [{ value, label }];
  });
  return options.filter(
    ({ value }, at) => options.findIndex((other) => other.value === value) === at,
  );
}

function freeName(type: VariableType, taken: readonly CompleteVariable[]): string {
  const names = new Set(taken.map(({ name }) => name));
  const word = { list: 'level', query: 'service', text: 'text', interval: 'interval' }[type];
  if (!names.has(word)) return word;
  let number = 2;
  while (names.has(`${word}${number}`)) number += 1;
  return `${word}${number}`;
}
