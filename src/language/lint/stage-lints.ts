import { LIMITS } from '../../spec/limits.ts';
import { canonicalField } from '../shape/shape.ts';
import type { Stage } from '../tree.ts';
import type { Aggregation } from '../tree/aggregation.ts';
import { createLint, replaceWith, type Lint, type LintPlace } from './make-lint.ts';

export function lintStage(place: LintPlace): Lint[] {
  const { stage } = place;
  switch (stage.kind) {
    case 'sort':
      return stage.count === undefined ? [lintSort(place)] : [];
    case 'streamstats':
    case 'accum':
    case 'delta':
    case 'filldown':
      return lintOrder(place);
    case 'dedup': {
      const field = stage.fields.find((each) => canonicalField(each.name) === 'event');
      const message =
        'Raw text contains timestamps and IDs and is rarely identical. Use other fields.';
      return field === undefined ? [] : [createLint('dedup-text', 'hint', field, message)];
    }
    case 'stats':
    case 'eventstats':
    case 'timechart':
    case 'chart':
    case 'tstats':
      return stage.aggregations.flatMap(lintCount);
    default:
      return [];
  }
}

function lintSort(place: LintPlace): Lint {
  const { stage, text } = place;
  const at = stage.start + 'sort'.length;
  const max = LIMITS.query.rowsMax.toLocaleString('en-US');
  return createLint(
    'sort-limit',
    'hint',
    { start: stage.start, end: at },
    `Without a limit, the response has at most ${max} rows. Use \`sort 0\` to sort all rows, or specify the number you need.`,
    { label: 'Sort all rows', start: at, end: at, text: text.charAt(at) === ' ' ? ' 0' : ' 0 ' },
  );
}

/** Commands that change the order of rows. */
const ORDERING: readonly Stage['kind'][] = [
  'sort',
  'reverse',
  'stats',
  'tstats',
  'chart',
  'timechart',
  'top',
  'rare',
  'makeresults',
  'inputlookup',
];

function lintOrder(place: LintPlace): Lint[] {
  const { stage, query, position, text } = place;
  const isOrdered = query.stages.slice(0, position).some(({ kind }) => ORDERING.includes(kind));
  // A command may stand for others.
  const [word = stage.kind] = /^[a-z]+/i.exec(text.slice(stage.start)) ?? [];
  const name = word.toLowerCase();
  if (isOrdered || name === 'concurrency') return [];
  const pipe = text.lastIndexOf('|', stage.start);
  const fix = { label: 'Sort by time first', start: pipe, end: pipe, text: '| sort 0 _time ' };
  const message = `\`${name}\` processes events from newest to oldest. If the order matters, sort them first.`;
  const span = { start: stage.start, end: stage.start + name.length };
  return [createLint('row-order', 'warning', span, message, fix)];
}

function lintCount(aggregation: Aggregation): Lint[] {
  const { argument, function: name, as } = aggregation;
  if (name !== 'count' || argument?.kind !== 'fields' || as !== undefined) return [];
  if (argument.pattern.join('*') !== '*') return [];
  const message = '`count(*)` counts each field separately. `count` counts rows.';
  const fix = replaceWith('Count rows', aggregation, 'count');
  return [createLint('count-star', 'warning', aggregation, message, fix)];
}
