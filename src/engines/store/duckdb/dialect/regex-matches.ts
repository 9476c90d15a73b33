/** What a regular expression finds in a text. A dot is any character, also the end of a line. */
import { knownText, text, wrongUse } from './arguments.ts';
import { literalOf } from './regex-literal.ts';
import { groupCount, withNamedGroups } from './regular-expression.ts';
import type { CallSite } from './writer.ts';

/** The bound expression that a call has as its second argument. */
export function regex(site: CallSite): string {
  const value = withNamedGroups(knownText(site, 1));
  return site.writer.bind({ type: 'VARCHAR', value }).text;
}

/** The numbers of its groups. */
export function groupsOf(site: CallSite): number[] {
  const count = groupCount(knownText(site, 1));
  if (count === 0) throw wrongUse(site.call);
  return Array.from({ length: count }, (_, i) => i + 1);
}

export function hasMatch(site: CallSite): string {
  const matches = `regexp_matches(${text(site, 0)}, ${regex(site)}, 's')`;
  const value = literalOf(knownText(site, 1));
  if (value === undefined) return matches;
  const literal = site.writer.bind({ type: 'VARCHAR', value }).text;
  return `(contains(${text(site, 0)}, ${literal}) AND ${matches})`;
}

/** One of the groups, without the others; empty where nothing matches. */
export function extractedGroup(site: CallSite, group: number): string {
  if (group < 1 || group > groupCount(knownText(site, 1))) return "''";
  return `regexp_extract(${text(site, 0)}, ${regex(site)}, ${group}, 's')`;
}

/** The group of every match; one that took no part in a match is empty. */
export function allOfGroup(site: CallSite, group: number): string {
  const all = `regexp_extract_all(${text(site, 0)}, ${regex(site)}, ${group}, 's')`;
  return group === 0
    ? `ch_until_empty(${all})`
    : `list_transform(${all}, lambda found: coalesce(found, ''))`;
}
