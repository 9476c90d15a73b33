/** Converts dashboard inputs of Splunk to variables. Both dashboard formats describe them alike. */
import { parseTime } from '../../src/language/index.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import type { DraftVariable } from '../moving/compose-dashboard.ts';
import type { Note, Place } from '../moving/report.ts';
import { type Token, variableName, withVariables } from './tokens.ts';

const limits = LIMITS.dashboards;

export interface Input extends Place {
  readonly kind: 'time' | 'text' | 'one' | 'several' | 'other';
  /** What it is called there. */
  readonly written: string;
  readonly token: string;
  readonly label: string;
  readonly default: readonly string[];
  /** The start and the end of an input of time. */
  readonly range?: { readonly earliest: string; readonly latest: string };
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly query?: string;
  readonly valueField?: string;
  readonly labelField?: string;
  /** No input gave it: a click did, or the address of the page. */
  readonly isClicked?: true;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly valuePrefix?: string;
  readonly valueSuffix?: string;
}

export interface ReadInputs {
  readonly variables: readonly DraftVariable[];
  readonly tokens: ReadonlyMap<string, Token>;
  readonly time: { readonly earliest: string; readonly latest: string } | undefined;
  /** Time tokens that mean the time range of the dashboard. */
  readonly timeTokens: ReadonlySet<string>;
  readonly notes: readonly Note[];
}

const ALL = '*';

export function readInputs(inputs: readonly Input[]): ReadInputs {
  const variables: DraftVariable[] = [];
  const tokens = new Map<string, Token>();
  const timeTokens = new Set<string>();
  const notes: Note[] = [];
  let time: ReadInputs['time'];
  for (const input of inputs) {
    const place = { file: input.file, ...(input.line === undefined ? {} : { line: input.line }) };
    if (input.kind === 'time') {
      if (timeTokens.size === 0) {
        timeTokens.add(input.token);
        time = usableRange(input.range);
      } else {
        notes.push({
          ...place,
          message: `A dashboard can have only one time range. The time input \`${input.token}\` isn’t migrated.`,
        });
      }
      continue;
    }
    const name = variableName(input.token, new Set(variables.map((each) => each.name)));
    const made = variableOf(input, name, tokens);
    if (typeof made === 'string') {
      notes.push({ ...place, message: `Input \`${input.token}\`: ${made}` });
    } else if (variables.length >= limits.variablesMax) {
      const message = `A dashboard can have at most ${limits.variablesMax} variables. \`${input.token}\` isn’t migrated.`;
      notes.push({ ...place, message });
    } else {
      if (input.isClicked) {
        const message = `\`${input.token}\` was set by a click or another page. It is now a text input.`;
        notes.push({ ...place, message });
      }
      variables.push(made.variable);
      tokens.set(input.token, made.token);
    }
  }
  return { variables, tokens, time, timeTokens, notes };
}

function usableRange(range: Input['range']): ReadInputs['time'] {
  if (range === undefined || parseTime(range.earliest).kind === 'problem') return undefined;
  const isFine = parseTime(range.latest).kind !== 'problem';
  return { earliest: range.earliest, latest: isFine ? range.latest : 'now' };
}

interface Made {
  readonly variable: DraftVariable;
  readonly token: Token;
}

function variableOf(input: Input, name: string, above: ReadonlyMap<string, Token>): Made | string {
  const field = fieldOf(input);
  if (field === undefined) return 'The input inserts part of the query instead of a value.';
  const token = field === '' ? { name } : { name, field };
  const label = input.label.slice(0, limits.titleCharactersMax);
  const head = { name, ...(label === '' ? {} : { label }) };
  if (input.kind === 'text') {
    const [value = ''] = input.default;
    const hasStar = value.includes(ALL);
    return {
      variable: {
        ...head,
        type: 'text',
        ...(hasStar ? { wildcards: true } : {}),
        ...(value === '' ? {} : { default: value.slice(0, limits.textValueCharactersMax) }),
      },
      token,
    };
  }
  if (input.kind === 'other') return `\`${input.written}\` isn’t supported.`;
  const multiple = input.kind === 'several' ? { multiple: true } : {};
  if (input.query !== undefined) {
    return queryVariable(input, { ...head, ...multiple }, token, above);
  }
  const options = input.choices.filter(({ value }) => value !== ALL);
  const isText = options.some(({ value }) => /[=<>|()"]|\s(?:OR|AND|NOT)\s/.test(value));
  if (isText) return 'The choices are parts of the query instead of values.';
  if (options.length === 0) return 'The input has no choices.';
  if (options.length > limits.listOptionsMax) {
    return `Too many choices (maximum ${limits.listOptionsMax}).`;
  }
  const values = new Set(options.map(({ value }) => value));
  if (values.size < options.length) return 'Duplicate choice.';
  const chosen = input.default.filter((value) => values.has(value));
  const all = input.choices.some(({ value }) => value === ALL) || multiple.multiple === true;
  return {
    variable: {
      ...head,
      type: 'list',
      options: options.map(({ value, label: shown }) => ({
        value,
        ...(shown === '' || shown === value
          ? {}
          : { label: shown.slice(0, limits.titleCharactersMax) }),
      })),
      ...multiple,
      ...(all ? {} : { all: false }),
      ...(chosen.length === 0 ? {} : { default: multiple.multiple ? chosen : chosen.slice(0, 1) }),
    },
    token,
  };
}

function queryVariable(
  { query = '', valueField = '', labelField = '', default: chosen }: Input,
  head: { readonly name: string; readonly multiple?: boolean },
  token: Token,
  above: ReadonlyMap<string, Token>,
): Made | string {
  const { text, problems } = withVariables(query, above);
  const [problem] = problems;
  if (problem !== undefined) return problem.message;
  const quoted = (name: string): string => `"${name.replaceAll('"', '')}"`;
  const isOne = labelField === '' || labelField === valueField;
  const columns = isOne
    ? ` | table ${quoted(valueField)}`
    : ` | table ${quoted(valueField)}, ${quoted(labelField)} | rename ${quoted(valueField)} AS value, ${quoted(labelField)} AS label`;
  const values = chosen.filter((value) => value !== ALL);
  return {
    variable: {
      ...head,
      type: 'query',
      query: valueField === '' ? text : text + columns,
      ...(values.length === 0
        ? {}
        : { default: head.multiple === true ? values : values.slice(0, 1) }),
    },
    token,
  };
}

/** The field of `field="` before each value; empty where there is nothing, undefined where it is something else. */
function fieldOf({
  prefix = '',
  suffix = '',
  valuePrefix = '',
  valueSuffix = '',
}: Input): string | undefined {
  const before = valuePrefix === '' ? prefix.replace(/^\(\s*/, '') : valuePrefix;
  const after = `${valueSuffix}${suffix}`.trim();
  if (!/^[")\s]*$/.test(after)) return undefined;
  if (/^[("\s]*$/.test(before)) return '';
  const isGrouped = valuePrefix === '' || /^[(\s]*$/.test(prefix);
  return isGrouped ? /^\(?\s*([\w.]+)\s*=\s*"?$/.exec(before)?.[1] : undefined;
}
