/** Conflicts of two changes, as text. */
import type { Conflict, ElementKind } from './merge-definitions.ts';
import { isSame } from './merge-definitions.ts';

const KINDS: Readonly<Record<ElementKind, string>> = {
  panels: 'Panel',
  variables: 'Variable',
  searches: 'Shared search',
  annotations: 'Annotation',
  setting: 'Setting',
};

const PLACE: ReadonlySet<string> = new Set(['x', 'y', 'w', 'h']);

export function conflictName({ kind, id, mine, theirs }: Conflict): string {
  const title = titleOf(mine) ?? titleOf(theirs);
  return `${KINDS[kind]} “${title ?? id}”`;
}

interface ChangedField {
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Only what differs; where one side deleted it, all that is left of the other. */
export function changedFields({ kind, id, mine, theirs }: Conflict): ChangedField[] {
  if (kind === 'setting') return [{ name: id, mine: textOf(mine), theirs: textOf(theirs) }];
  const [ours, others] = [fieldsOf(mine), fieldsOf(theirs)];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(others)])];
  return names
    .filter((name) => !PLACE.has(name) && !isSame(ours[name], others[name]))
    .map((name) => ({ name, mine: textOf(ours[name]), theirs: textOf(others[name]) }));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

function titleOf(element: unknown): string | undefined {
  const { title } = fieldsOf(element);
  return typeof title === 'string' && title !== '' ? title : undefined;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
