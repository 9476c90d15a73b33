import { isBareArgument } from '../parser/lexer.ts';
import { encodePattern, encodeText } from '../quoting.ts';
import type { SortKey } from '../tree/event-stages.ts';
import type { Field, FieldPattern, Pattern } from '../tree/node.ts';

/** A name as commands write it, with stars where the pattern has wildcards. */
export function printPattern(pattern: Pattern): string {
  const text = encodePattern(pattern);
  return isBareArgument(text) ? text : `"${text}"`;
}

export function printName(name: string): string {
  return printPattern([name]);
}

export function printField(field: Field): string {
  return printName(field.name);
}

export function printFields(fields: readonly Field[]): string {
  return fields.map(printField).join(', ');
}

export function printFieldPatterns(fields: readonly FieldPattern[]): string {
  return fields.map((field) => printPattern(field.pattern)).join(', ');
}

/** Text as the value of an option, in quotes only where they are needed. */
export function printValue(text: string): string {
  return /^[\w.:@%/-]+$/.test(text) ? text : encodeText(text);
}

export function printSortKeys(keys: readonly SortKey[]): string {
  return keys.map(printSortKey).join(', ');
}

function printSortKey(key: SortKey): string {
  const field = printField(key.field);
  const compared = key.compare === 'auto' ? field : `${key.compare}(${field})`;
  return key.descending ? `-${compared}` : compared;
}

/** The parts that are there, with a space between them. */
export function joinParts(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}
