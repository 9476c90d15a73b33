import { LIMITS } from '../../../spec/limits.ts';
import { scimInvalid } from './scim-error.ts';

/** Attributes by which users and groups are found. */
export const FILTERS = {
  user: ['id', 'userName', 'externalId', 'displayName', 'active'],
  group: ['id', 'externalId', 'displayName'],
} as const;

export interface Condition {
  readonly attribute: (typeof FILTERS)['user'][number];
  readonly value: string | boolean;
}

const CONDITION = /^\s*([A-Za-z][\w:.$-]*)\s+([A-Za-z]{2})\s+("(?:[^"\\]|\\.)*"|[^\s"]+)\s*/;
const AND = /^and\s+/i;

/** Supports only `eq` and `and`; any other filter is refused rather than answered incorrectly. */
export function readFilter(
  text: string | undefined,
  kind: keyof typeof FILTERS,
): readonly Condition[] {
  if (text === undefined || text.trim() === '') return [];
  if (text.length > LIMITS.identity.scimFilterCharactersMax) throw refused('It is too long.');
  const conditions: Condition[] = [];
  let rest = text;
  for (;;) {
    const [whole = '', name = '', operator = '', literal = ''] = CONDITION.exec(rest) ?? [];
    if (whole === '') throw refused('Write it as userName eq "ada@acme.com".');
    if (operator.toLowerCase() !== 'eq') throw refused(`The operator ${operator} isn't supported.`);
    conditions.push({ attribute: attributeOf(name, kind), value: valueOf(literal) });
    rest = rest.slice(whole.length);
    if (rest === '') return conditions;
    if (!AND.test(rest)) throw refused('Conditions can be joined with "and" only.');
    rest = rest.replace(AND, '');
  }
}

function attributeOf(name: string, kind: keyof typeof FILTERS): Condition['attribute'] {
  const short = name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i, '');
  const known = FILTERS[kind].find((each) => each.toLowerCase() === short.toLowerCase());
  if (known === undefined) throw refused(`The attribute ${name} isn't supported.`);
  return known;
}

function valueOf(literal: string): string | boolean {
  if (/^true$/i.test(literal)) return true;
  if (/^false$/i.test(literal)) return false;
  if (!literal.startsWith('"')) throw refused('Enclose values in double quotes.');
  try {
    return String(JSON.parse(literal));
  } catch {
    throw refused('A value is not valid JSON text.');
  }
}

function refused(reason: string) {
  return scimInvalid('invalidFilter', `The filter isn't supported. ${reason}`);
}
