import { EVERY_COMMAND } from '../commands/table-of-commands.ts';
import { CONVERSIONS } from '../commands/convert.ts';
import { EVAL_FUNCTIONS } from '../functions/eval-functions.ts';
import { printSignature, type EvalFunction, type StatsFunction } from '../functions/signature.ts';
import { STATS_FUNCTIONS } from '../functions/stats-functions.ts';
import { summaryOf } from '../functions/function-summaries.ts';
import { keywordHelp, SPAN_EXAMPLES, TIME_EXAMPLES, TIME_WORDS } from '../keywords.ts';
import { isBareName, isBareWord } from '../parser/lexer.ts';
import type { Expectation } from '../parser/expectation.ts';
import { printName } from '../print/arguments.ts';
import { encodeName, encodePattern, encodeText } from '../quoting.ts';
import { EVENT_FIELDS } from '../shape/shape.ts';
import type { Shape } from '../tree/shape.ts';
import type { Completion, CompletionKind, CompletionSource, Known } from './completion.ts';

/** Everything that fits one of the expectations, the most likely kinds first. */
export function candidatesFor(
  expected: readonly Expectation[],
  shape: Shape,
  source: CompletionSource,
  isQuoted: boolean,
): Completion[] {
  const quotable: readonly Expectation['kind'][] = [
    'value',
    'field',
    'savedSearch',
    'term',
    'lookup',
  ];
  const fitting = isQuoted ? expected.filter(({ kind }) => quotable.includes(kind)) : expected;
  const known = fitting.flatMap((expectation) => candidates(expectation, shape, source, isQuoted));
  return isQuoted ? known : [...known, ...variables(expected, source)];
}

function candidates(
  expectation: Expectation,
  shape: Shape,
  source: CompletionSource,
  isQuoted: boolean,
): Completion[] {
  switch (expectation.kind) {
    case 'command':
      return EVERY_COMMAND.map(({ name, summary }) =>
        completion('command', name, summary, `${name} `),
      );
    case 'term':
      return isQuoted ? [] : terms(shape, source);
    case 'field':
      return fieldNames(shape, source).map(({ name, detail }) =>
        completion('field', name, detail, isQuoted ? encodeText(name) : printName(name)),
      );
    case 'expression':
      return isQuoted ? [] : expressions(shape, source);
    case 'aggregation':
      return aggregations();
    case 'conversion':
      return Object.entries(CONVERSIONS).map(([name, summary]) =>
        completion('function', name, summary, `${name}(`),
      );
    case 'keyword':
      return [keyword(expectation.word)];
    case 'option':
      return [completion('option', expectation.name, '', `${expectation.name}=`)];
    case 'value':
      return values(expectation.field, expectation.quoted || isQuoted, source);
    case 'choice':
      return expectation.choices.map((choice) => completion('value', choice, '', choice));
    case 'time':
      return examples(TIME_EXAMPLES);
    case 'span':
      return examples(SPAN_EXAMPLES);
    case 'lookup':
      return source.lookups.map((name) => completion('value', name, '', printName(name)));
    case 'savedSearch':
      return source.savedSearches.map((name) => completion('value', name, '', encodeText(name)));
    case 'subsearch':
      return [completion('keyword', '[search', 'Starts a subsearch.', '[search ')];
    case 'newField':
    case 'symbol':
    case 'operator':
    case 'number':
    case 'text':
      return [];
  }
}

/** Returns the variables that fit the position: for a value, a term or a span, or for a field name. */
function variables(expected: readonly Expectation[], source: CompletionSource): Completion[] {
  const wants = (...kinds: readonly Expectation['kind'][]): boolean =>
    expected.some(({ kind }) => kinds.includes(kind));
  const isForValue = wants('term', 'value', 'expression', 'span');
  const isForField = wants('term', 'field', 'expression');
  return [...(source.variables ?? [])].flatMap(([name, { use = 'value', values: chosen }]) =>
    (use === 'value' ? isForValue : isForField)
      ? [completion('variable', `$${name}$`, valuesDetail(chosen), `$${name}$`)]
      : [],
  );
}

function valuesDetail(chosen: readonly string[]): string {
  const [first] = chosen;
  if (first === undefined) return 'all';
  return chosen.length === 1 ? first : `${first} and ${chosen.length - 1} more`;
}

function completion(
  kind: CompletionKind,
  label: string,
  detail: string,
  apply: string,
): Completion {
  return { kind, label, detail, apply };
}

function keyword(word: string): Completion {
  const shown = word.toUpperCase() === 'SEARCH' || word === 'eval(' ? word : word.toUpperCase();
  const apply = word.endsWith('(') ? word : `${shown} `;
  return completion('keyword', shown, keywordHelp(word) ?? '', apply);
}

function examples(table: Readonly<Record<string, string>>): Completion[] {
  return Object.entries(table).map(([text, detail]) => completion('time', text, detail, text));
}

interface NamedField {
  readonly name: string;
  readonly detail: string;
}

/** Fields made by earlier commands first, then those of the data while they are still there. */
function fieldNames(shape: Shape, source: CompletionSource): NamedField[] {
  const known = new Map(shape.isOpen ? source.fields.map((each) => [textOf(each), each]) : []);
  const made = shape.fields.filter((name) => !Object.hasOwn(EVENT_FIELDS, name));
  const standard = shape.fields.filter((name) => Object.hasOwn(EVENT_FIELDS, name));
  return [...new Set([...made, ...known.keys(), ...standard])].map((name) => ({
    name,
    detail: fieldDetail(name) || countDetail(known.get(name)),
  }));
}

function fieldDetail(name: string): string {
  return Object.entries(EVENT_FIELDS).find(([each]) => each === name)?.[1] ?? '';
}

function textOf(known: Known): string {
  return typeof known === 'string' ? known : known.text;
}

function countDetail(known: Known | undefined): string {
  if (known === undefined || typeof known === 'string') return '';
  return `${known.count.toLocaleString('en-US')} ${known.count === 1 ? 'event' : 'events'}`;
}

function terms(shape: Shape, source: CompletionSource): Completion[] {
  const fields = fieldNames(shape, source).map(({ name, detail }) =>
    completion('field', name, detail, `${searchWord(name)}=`),
  );
  const bounds = Object.entries(TIME_WORDS).map(([name, detail]) =>
    completion('option', name, detail, `${name}=`),
  );
  return [...fields, ...bounds, ...['OR', 'NOT', 'AND'].map(keyword)];
}

function expressions(shape: Shape, source: CompletionSource): Completion[] {
  const fields = fieldNames(shape, source).map(({ name, detail }) =>
    completion('field', name, detail, isBareName(name) ? name : encodeName(name)),
  );
  const functions = Object.entries<EvalFunction>(EVAL_FUNCTIONS).map(([name, facts]) => {
    const detail = `${printSignature(name, facts.parameters)}: ${summaryOf(name)}`;
    return completion(
      'function',
      name,
      detail,
      facts.parameters.length === 0 ? `${name}()` : `${name}(`,
    );
  });
  return [...fields, ...functions];
}

function aggregations(): Completion[] {
  return Object.entries<StatsFunction>(STATS_FUNCTIONS).map(([name, facts]) => {
    const label = facts.percentile === true ? `${name}95` : name;
    const apply = facts.argument === 'optional' ? label : `${label}(`;
    return completion('aggregation', label, facts.summary, apply);
  });
}

function values(field: string, isText: boolean, source: CompletionSource): Completion[] {
  const isIndex = field === 'index' || field === '_index';
  const known: readonly Known[] = isIndex ? source.indexes : source.values(field);
  return known.map((each) => {
    const value = textOf(each);
    const written = isText ? encodeText(value) : searchWord(value);
    return completion('value', value, countDetail(each), written);
  });
}

function searchWord(text: string): string {
  const encoded = encodePattern([text]);
  return isBareWord(encoded) ? encoded : `"${encoded}"`;
}
