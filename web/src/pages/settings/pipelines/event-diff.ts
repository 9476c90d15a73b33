/** What a step has changed in an event. */
import type { ShownEvent } from '../../../../../src/contract/pipelines.ts';

export interface FieldChange {
  readonly field: string;
  /** Undefined: the field is new, or gone. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const OWN_FIELDS = ['event', 'level', 'source', 'index', 'timestamp'] as const;

/** The event's own fields first, then attributes by name. */
export function eventDiff(before: ShownEvent, after: ShownEvent): FieldChange[] {
  const own = OWN_FIELDS.map((field) => ({ field, before: before[field], after: after[field] }));
  const names = new Set([...Object.keys(before.attributes), ...Object.keys(after.attributes)]);
  const attributes = [...names].toSorted().map((field) => ({
    field,
    before: valueOf(before.attributes, field),
    after: valueOf(after.attributes, field),
  }));
  return [...own, ...attributes].filter((change) => change.before !== change.after);
}

/** Names come from log lines and may collide with properties of `Object.prototype`. */
function valueOf(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
}
