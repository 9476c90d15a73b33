/** What a regular expression finds in a text. A dot is any character, also the end of a line. */
import { asGroup } from '../../../../base/regex-groups.ts';
import { knownText, text, wrongUse } from './arguments.ts';
import { computedOnce } from './computed-once.ts';
import { narrowedRegex } from './narrow-text.ts';
import { literalOf } from './regex-literal.ts';
import { groupCount, withNamedGroups, withOnlyGroup } from './regular-expression.ts';
import type { CallSite } from './writer.ts';

/** The bound expression that a call has as its second argument. */
export function regex(site: CallSite): string {
  const value = withNamedGroups(knownText(site, 1));
  return site.writer.bind({ type: 'VARCHAR', value }).text;
}

/** DuckDB counts no further. */
const GROUPS_MAX = 9;

/** The bound expression and the number of one of its groups there. */
function regexOfGroup(site: CallSite, group: number): string {
  if (group <= GROUPS_MAX) return `${regex(site)}, ${group}`;
  const value = withOnlyGroup(knownText(site, 1), group);
  return `${site.writer.bind({ type: 'VARCHAR', value }).text}, 1`;
}

/** The numbers of its groups. */
export function groupsOf(site: CallSite): number[] {
  const count = groupCount(knownText(site, 1));
  if (count === 0) throw wrongUse(site.call);
  return Array.from({ length: count }, (_, i) => i + 1);
}

/** The text to search is `value` if it already has a name. */
export function hasMatch(site: CallSite, value = text(site, 0)): string {
  const { writer } = site;
  const given = knownText(site, 1);
  const narrowed = narrowedRegex(writer, given);
  const pattern = writer.bind({ type: 'VARCHAR', value: searched(narrowed?.regex ?? given) }).text;
  const matches = (each: string): string =>
    `regexp_matches(${narrowed?.text(each) ?? each}, ${pattern}, 's')`;
  const literal = literalOf(given);
  if (literal === undefined) return matches(value);
  const needle = writer.bind({ type: 'VARCHAR', value: literal }).text;
  return computedOnce(value, (each) => `(contains(${each}, ${needle}) AND ${matches(each)})`);
}

/**
 * DuckDB rewrites `a.*b` to LIKE '%a%b%', which tries every position of a percent sign again for every position of the
 * previous one, for hours in the worst case. It does not rewrite groups.
 */
function searched(expression: string): string {
  const named = withNamedGroups(expression);
  return expression.includes('*') ? asGroup(named) : named;
}

/** One of the groups, without the others; empty where nothing matches. */
export function extractedGroup(site: CallSite, group: number, value = text(site, 0)): string {
  if (group < 1 || group > groupCount(knownText(site, 1))) return "''";
  return `regexp_extract(${value}, ${regexOfGroup(site, group)}, 's')`;
}

/** The group of every match; one that took no part in a match is empty. */
export function allOfGroup(site: CallSite, group: number, value = text(site, 0)): string {
  const all = `regexp_extract_all(${value}, ${regexOfGroup(site, group)}, 's')`;
  return group === 0
    ? `ch_until_empty(${all})`
    : `list_transform(${all}, lambda found: coalesce(found, ''))`;
}
