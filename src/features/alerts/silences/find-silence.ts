import type { OrganizationId } from '../../../base/ids.ts';
import type { AlertSilenceSettings } from '../../../contract/alert-silences.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { GroupKey } from '../conditions/measurement.ts';
import type { Rule } from '../rule.ts';
import { readSilencesAt, settingsOf } from '../tables/alert-silences-table.ts';
import { stretchAt } from './silence-stretch.ts';

export interface SilenceSubject {
  readonly rule: Pick<Rule, 'id' | 'settings'>;
  readonly group: GroupKey;
}

/** Returns the id of a silence that applies to the group of a rule at an instant, the oldest of several. */
export async function findSilence(
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  { rule, group, at }: SilenceSubject & { readonly at: number },
): Promise<string | undefined> {
  const rows = await readSilencesAt(reader, organization, at);
  return rows.find((row) => isSilenced(settingsOf(row), { rule, group }, at))?.id;
}

/** Every kind of matcher that a silence names must match by one of its entries; of the group's fields, all. */
export function isSilenced(
  { match, times }: AlertSilenceSettings,
  { rule, group }: SilenceSubject,
  at: number,
): boolean {
  const { tags, severity } = rule.settings;
  return (
    isOneOf(match.rules, [rule.id]) &&
    isOneOf(match.tags, tags) &&
    isOneOf(match.severities, [severity]) &&
    Object.entries(match.group).every(([field, pattern]) => {
      const value = group !== null && Object.hasOwn(group, field) ? group[field] : undefined;
      return value !== undefined && fitsPattern(pattern, value);
    }) &&
    stretchAt(times, at) !== undefined
  );
}

function isOneOf(wanted: readonly string[], present: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((each) => present.includes(each));
}

/** `*` matches any characters. Scans the value once, whatever the pattern. */
function fitsPattern(pattern: string, value: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return value === pattern;
  if (!value.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = value.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return value.length - last.length >= at && value.endsWith(last);
}
