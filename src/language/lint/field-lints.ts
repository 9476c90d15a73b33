import { suggestName } from '../diagnose/suggest-name.ts';
import { isBareName } from '../parser/lexer.ts';
import { encodeName } from '../quoting.ts';
import type { Stage } from '../tree.ts';
import type { Aggregation, GroupKey } from '../tree/aggregation.ts';
import { type Field, type FieldPattern, hasWildcard, type TreeNode } from '../tree/node.ts';
import { everySearch, expressionsOf, fieldsOf, searchesOf } from '../walk.ts';
import { createLint, isKnownField, replaceWith, type Lint, type LintPlace } from './make-lint.ts';

/** A field that a command names outside of an expression. */
interface NamedField extends TreeNode {
  readonly name: string;
}

/**
 * Reports fields that do not exist, wherever a command names them. For fields of events this requires facts from the
 * events themselves; a list of some names, as in an editor, is not sufficient.
 */
export function lintNamedFields(place: LintPlace): Lint[] {
  if (place.before.isOpen && place.facts.looked === undefined) return [];
  const names = new Set<string>();
  return namedFields(place.stage).flatMap((field) => {
    if (names.has(field.name) || isKnownField(place, field.name) !== false) return [];
    names.add(field.name);
    return [unknownField(place, field, '')];
  });
}

/** The names that a query needs of the events themselves, as far as commands before them do not make them. */
export function fieldsNeeded(places: readonly LintPlace[]): Set<string> {
  const open = places.filter(({ before }) => before.isOpen);
  return new Set(
    open.flatMap((place) => {
      const { stage } = place;
      const made = stage.kind === 'eval' ? stage.assignments.map(({ field }) => field.name) : [];
      const read = expressionsOf(stage).flatMap(fieldsOf);
      return [...namedFields(stage), ...read]
        .map(({ name }) => name)
        .filter((name) => isKnownField(place, name) !== true && !made.includes(name));
    }),
  );
}

export function unknownField(place: LintPlace, field: NamedField, consequence: string): Lint {
  const { before, facts } = place;
  const known = [...before.fields, ...(before.isOpen ? (facts.fields ?? []) : [])];
  const nearest = nearestField(field.name, known);
  const written = nearest !== undefined && !isBareName(nearest) ? encodeName(nearest) : nearest;
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  const fix = written === undefined ? undefined : replaceWith(`Use ${written}`, field, written);
  const message = `${nothingHas(place, field.name)}${consequence}.${hint}`;
  return createLint('unknown-field', 'warning', field, message, fix);
}

function nothingHas({ before, facts }: LintPlace, name: string): string {
  if (!before.isOpen || facts.looked === undefined) {
    return `Unknown field \`${name}\` at this point of the query`;
  }
  const { events, isAll } = facts.looked;
  const which = isAll
    ? 'No event in the time range'
    : `None of the newest ${events.toLocaleString('en-US')} events in the time range`;
  return `${which} has a field \`${name}\``;
}

/** What other tools call the fields that every event has here. */
const FOREIGN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  '@timestamp': ['_time'],
  app: ['service'],
  body: ['event'],
  datetime: ['_time'],
  hostname: ['host'],
  instance: ['host'],
  job: ['service', 'source'],
  line: ['event'],
  log_level: ['level'],
  logger: ['source'],
  loglevel: ['level'],
  message: ['event'],
  msg: ['event'],
  'service.name': ['service'],
  severity: ['level'],
  severity_text: ['level'],
  sourcetype: ['source', 'service'],
  time: ['_time'],
  timestamp: ['_time'],
};

function nearestField(name: string, known: readonly string[]): string | undefined {
  const lowered = name.toLowerCase();
  const foreign = Object.hasOwn(FOREIGN_FIELDS, lowered) ? FOREIGN_FIELDS[lowered] : undefined;
  const there = foreign?.find((each) => known.includes(each));
  return there ?? suggestName(name, known);
}

function namedFields(stage: Stage): NamedField[] {
  const compared = searchesOf(stage)
    .flatMap((search) => [...everySearch(search)])
    .flatMap((each) => (each.kind === 'comparison' || each.kind === 'in' ? [each.field] : []));
  // The boundaries of a transaction may be quoted text, whose content has no positions.
  return stage.kind === 'transaction' ? [...stage.fields] : [...compared, ...argumentsOf(stage)];
}

function argumentsOf(stage: Stage): NamedField[] {
  switch (stage.kind) {
    case 'stats':
    case 'eventstats':
    case 'streamstats':
    case 'tstats':
      return [...aggregated(stage.aggregations), ...keys(stage.by)];
    case 'timechart':
      return [...aggregated(stage.aggregations), ...keys([stage.split])];
    case 'chart':
      return [...aggregated(stage.aggregations), ...keys([stage.over, stage.split])];
    case 'top':
    case 'rare':
      return [...stage.fields, ...stage.by];
    case 'dedup':
      return [...stage.fields];
    case 'sort':
      return stage.keys.map(({ field }) => field);
    case 'table':
      return stage.fields.flatMap(plain);
    case 'fields':
      return stage.mode === 'keep' ? stage.fields.flatMap(plain) : [];
    case 'regex':
    case 'mvexpand':
    case 'makemv':
    case 'accum':
    case 'delta':
      return [stage.field];
    default:
      return [];
  }
}

function aggregated(aggregations: readonly Aggregation[]): NamedField[] {
  return aggregations.flatMap(({ argument, trend }) => {
    const used = trend?.of.argument ?? argument;
    return used?.kind === 'fields' ? plain(used) : [];
  });
}

function keys(all: readonly (GroupKey | undefined)[]): Field[] {
  return all.flatMap((key) => (key === undefined ? [] : [key.field]));
}

/** A name with stars matches any existing fields. */
function plain({ pattern, start, end }: FieldPattern): NamedField[] {
  return hasWildcard(pattern) ? [] : [{ name: pattern[0], start, end }];
}
