import type { Limits } from '../../spec/limits.ts';
import { nearestName } from '../../base/nearest-name.ts';
import { compileRegex, type CheckedRegex } from './compile-regex.ts';
import { GROK_PATTERNS } from './grok-table.ts';
import { RegexFault } from './read-regex.ts';

export interface Grok {
  readonly pattern: CheckedRegex;
  /** The name of the field for every group. */
  readonly fields: ReadonlyMap<string, string>;
}

/** `%{NAME}`, `%{NAME:field}`, `%{NAME:field:type}`; values are text, so a type changes nothing. */
const REFERENCE = /%\{([A-Z0-9_]{1,50})(?::([\w.@[\]-]{1,100}))?(?::\w{1,10})?\}/g;
const NESTING_MAX = 10;

export function compileGrok(
  text: string,
  definitions: Readonly<Record<string, string>>,
  limits: Limits['pipelines'],
): Grok {
  const fields = new Map<string, string>();
  const names = new Set([...Object.keys(GROK_PATTERNS), ...Object.keys(definitions)]);
  let isNamed = false;

  function expand(part: string, nesting: number): string {
    if (nesting > NESTING_MAX) {
      throw new RegexFault(0, 'The definitions are circular or nested too deeply.');
    }
    const whole = part.replace(REFERENCE, (_, name: string, field?: string, at?: unknown) => {
      const own = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
      const known = own ?? (Object.hasOwn(GROK_PATTERNS, name) ? GROK_PATTERNS[name] : undefined);
      if (known === undefined) throw unknownPattern(name, names, nesting === 0 ? at : 0);
      const inner = expand(known, nesting + 1);
      if (field === undefined) return `(?:${inner})`;
      isNamed = true;
      const group = `g${fields.size}`;
      fields.set(group, field.replaceAll(/[[\]]+/g, '.').replace(/^\.|\.$/g, ''));
      return `(?<${group}>${inner})`;
    });
    if (whole.length > limits.patternCharactersMax) {
      throw new RegexFault(0, 'The expanded pattern is too long.');
    }
    return whole;
  }

  const pattern = compileRegex(expand(text, 0), limits);
  for (const name of pattern.names) if (!fields.has(name)) fields.set(name, name);
  if (!isNamed && pattern.names.length === 0) {
    throw new RegexFault(0, 'The pattern sets no field. Add one, as in %{IP:client}.');
  }
  return { pattern, fields };
}

function unknownPattern(name: string, names: ReadonlySet<string>, at: unknown): RegexFault {
  const meant = nearestName(name, [...names]);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return new RegexFault(typeof at === 'number' ? at : 0, `Unknown pattern ${name}.${hint}`);
}
