/** Values as they may be chosen, so that queries can be read before anybody has chosen any. */
import type { CompleteVariable } from '../../../../../src/contract/definition-form.ts';
import type { Variable, Variables } from '../../../../../src/language/index.ts';

export function sampleVariables(variables: readonly CompleteVariable[]): Variables {
  return new Map(variables.map((variable) => [variable.name, sampleOf(variable)]));
}

function sampleOf(variable: CompleteVariable): Variable {
  switch (variable.type) {
    case 'interval':
      return { values: ['5m'] };
    case 'text':
      return { values: ['a'], hasWildcards: variable.wildcards };
    case 'list':
      return { values: [variable.options[0]?.value ?? 'a'], use: variable.use };
    case 'query':
      return { values: ['a'] };
  }
}
