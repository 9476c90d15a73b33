/** Help about the word at a position in the query: shown by an editor on hover. */
import { summaryOf } from './functions/function-summaries.ts';
import { findCommand } from './commands/table-of-commands.ts';
import { CONVERSIONS } from './commands/convert.ts';
import { findEvalFunction } from './functions/eval-functions.ts';
import { printSignature } from './functions/signature.ts';
import { findStatsFunction } from './functions/stats-functions.ts';
import { marksOf } from './highlight.ts';
import { keywordHelp, TIME_WORDS } from './keywords.ts';
import type { Mark } from './parser/state.ts';
import { canonicalField, EVENT_FIELDS } from './shape/shape.ts';
import { variableName, type Variables } from './variables.ts';

export interface Help {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  /** The syntax; empty if the title shows it. */
  readonly syntax: string;
  readonly summary: string;
  /** The page of the reference, without folder. */
  readonly page: string | undefined;
}

type Found = Omit<Help, 'start' | 'end'>;

export function helpAt(text: string, position: number, variables?: Variables): Help | undefined {
  const mark = marksOf(text, variables).find(
    (each) => each.start <= position && position < each.end,
  );
  if (mark === undefined) return undefined;
  const word = text.slice(mark.start, mark.end);
  const found = mark.kind === 'variable' ? variableHelp(word, variables) : find(mark, word);
  return found && { start: mark.start, end: mark.end, ...found };
}

/** Its values, as far as they are few and short. */
function variableHelp(word: string, variables: Variables | undefined): Found | undefined {
  const variable = variables?.get(variableName(word) ?? '');
  if (variable === undefined) return undefined;
  const { values, use } = variable;
  const shown = values.slice(0, VALUES_SHOWN_MAX).map((value) => `\`${shortened(value)}\``);
  const more = values.length > shown.length ? ` and ${values.length - shown.length} more` : '';
  const what = use === 'field' ? 'the field' : 'the value';
  const summary =
    values.length === 0
      ? 'All values: the comparison is omitted.'
      : `Replaced by ${what}${values.length > 1 ? 's' : ''} ${shown.join(', ')}${more}.`;
  return { title: word, syntax: '', summary, page: undefined };
}
const VALUES_SHOWN_MAX = 5;
const VALUE_CHARACTERS_MAX = 40;

function shortened(value: string): string {
  return value.length > VALUE_CHARACTERS_MAX ? `${value.slice(0, VALUE_CHARACTERS_MAX)}…` : value;
}

function find(mark: Mark, word: string): Found | undefined {
  switch (mark.kind) {
    case 'command':
      return commandHelp(word);
    case 'function':
      return functionHelp(word, mark.command);
    case 'aggregation':
      return aggregationHelp(word);
    case 'option':
      return optionHelp(word, mark.command);
    case 'keyword': {
      const page = pageOf(mark.command);
      return describe(word.toUpperCase(), '', keywordHelp(word), page);
    }
    case 'field':
      return fieldHelp(word.replace(/^(["'])(.*)\1$/, '$2'));
    default:
      return undefined;
  }
}

function describe(
  title: string,
  syntax: string,
  summary: string | undefined,
  page: string | undefined,
): Found | undefined {
  return summary === undefined ? undefined : { title, syntax, summary, page };
}

function commandHelp(word: string): Found | undefined {
  const command = findCommand(word);
  if (command === undefined) return undefined;
  const { name, syntax, summary } = command;
  return { title: name, syntax, summary, page: pageOf(name) };
}

function pageOf(command: string): string | undefined {
  return findCommand(command) === undefined ? undefined : `${command}.md`;
}

/** Words before parentheses that are not functions of `eval`. */
const SPECIAL: Readonly<Record<string, string>> = {
  case: 'Case-sensitive match: CASE(Error).',
  term: 'Matches the text as a single term, even with dots and dashes: TERM(10.0.0.1).',
  eval: 'Computes a value per row before aggregation.',
  num: 'Sorts numerically.',
  str: 'Sorts alphabetically.',
  ip: 'Sorts by IP address.',
  auto: 'Sorts numerically if both values are numbers, otherwise alphabetically.',
};

/** Commands with search expressions, where CASE is no function of `eval`. */
const SEARCHING = ['search', 'tstats', 'inputlookup', 'transaction'];

function functionHelp(word: string, command: string): Found | undefined {
  const name = word.toLowerCase();
  if (command === 'convert') {
    const summary = Object.entries(CONVERSIONS).find(([each]) => each === name)?.[1];
    return describe(name, `${name}(<field>)`, summary, 'convert.md');
  }
  const found = findEvalFunction(name);
  const isSearchWord = word === 'CASE' && SEARCHING.includes(command);
  if (found !== undefined && !isSearchWord) {
    const syntax = printSignature(found.name, found.facts.parameters);
    return { title: found.name, syntax, summary: summaryOf(found.name), page: 'functions.md' };
  }
  const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined;
  return describe(word, `${word}(…)`, special, pageOf(command));
}

function aggregationHelp(word: string): Found | undefined {
  const found = findStatsFunction(word);
  if (found === undefined) return undefined;
  const name = word.toLowerCase();
  const syntax = found.facts.argument === 'optional' ? `${name}[(<field>)]` : `${name}(<field>)`;
  return { title: name, syntax, summary: found.facts.summary, page: 'aggregations.md' };
}

function optionHelp(word: string, command: string): Found | undefined {
  const name = word.toLowerCase();
  const bound = Object.entries(TIME_WORDS).find(([each]) => each === name);
  if (bound !== undefined) {
    return { title: name, syntax: `${name}=<time>`, summary: bound[1], page: 'time.md' };
  }
  const option = findCommand(command)?.options.find((each) => each.name.toLowerCase() === name);
  if (option === undefined) return undefined;
  const usual = option.default === undefined ? '' : ` Default: ${option.default}.`;
  return {
    title: option.name,
    syntax: `${option.name}=${option.value}`,
    summary: `${option.summary}${usual}`,
    page: pageOf(command),
  };
}

function fieldHelp(word: string): Found | undefined {
  const name = canonicalField(word);
  const summary = Object.entries(EVENT_FIELDS).find(([each]) => each === name)?.[1];
  return describe(word, '', summary, 'README.md');
}
