/** Options of commands, `name=value`. One table per command drives reading, printing, help and completion. */
import { suggestName } from '../diagnose/suggest-name.ts';
import { scanToken, type Token } from './lexer.ts';
import { joinParts } from '../print/arguments.ts';
import type { Expectation } from './expectation.ts';
import { expecting, notice, peek, quote, report, take, textOf, type Parser } from './state.ts';
import { takeNone } from './variable.ts';

/** How the value of an option is read and written. */
export interface OptionKind<V> {
  /** How the syntax line shows it, e.g. `<span>`. */
  readonly label: string;
  readonly expectation: Expectation;
  readonly read: (parser: Parser) => V;
  readonly print: (value: V) => string;
  /** A variable without a value omits the option, for example a span still to be chosen. */
  readonly isLeftOutByNone?: true;
}

export interface Option<V> {
  readonly kind: OptionKind<Exclude<V, undefined>>;
  readonly default: V;
  readonly summary: string;
}

export type OptionTable<O> = { readonly [K in keyof O]: Option<O[K]> };

export interface OptionReader<O> {
  readonly table: OptionTable<O>;
  /** Options of other products that have no meaning here. */
  readonly ignored: readonly string[];
  readonly values: Partial<O>;
}

export function startOptions<O extends object>(
  table: OptionTable<O>,
  ignored: readonly string[] = [],
): OptionReader<O> {
  return { table, ignored, values: {} };
}

/** Reads an option if present, even an unknown one. */
export function takeOption<O extends object>(parser: Parser, reader: OptionReader<O>): boolean {
  const names = namesOf(reader.table);
  for (const name of names) {
    if (!(name in reader.values)) expecting(parser, { kind: 'option', name: String(name) });
  }
  const token = peek(parser, 'argument');
  if (token.kind !== 'word' || !isOption(parser)) return false;
  if (takeIgnoredOption(parser, reader.ignored) !== undefined) return true;
  const spelling = textOf(parser, token).toLowerCase();
  const name = names.find((each) => String(each).toLowerCase() === spelling);
  if (name === undefined) {
    skipUnknown(parser, names.map(String));
    return true;
  }
  if (name in reader.values) {
    report(parser, 'option-twice', token, `Duplicate option \`${String(name)}\`.`);
  }
  take(parser, token, 'option');
  take(parser, peek(parser, 'argument'), 'operator');
  const { kind } = reader.table[name];
  expecting(parser, kind.expectation);
  if (kind.isLeftOutByNone === true && takeNone(parser)) return true;
  reader.values[name] = kind.read(parser);
  return true;
}

/** Reads all options at this position. */
export function takeOptions<O extends object>(parser: Parser, reader: OptionReader<O>): void {
  let isTaken = true;
  while (isTaken) isTaken = takeOption(parser, reader);
}

/** Whether a word with an equals sign comes next. */
export function isOption(parser: Parser): boolean {
  const token = peek(parser, 'argument');
  if (token.kind !== 'word') return false;
  const next = scanToken(parser.text, token.end, 'argument');
  return next.kind === 'symbol' && textOf(parser, next) === '=';
}

interface IgnoredOption {
  readonly name: string;
  readonly value: Token;
}

/** Reads and discards an option of other products that has no meaning here; undefined if there is none. */
export function takeIgnoredOption(
  parser: Parser,
  names: readonly string[],
): IgnoredOption | undefined {
  const token = peek(parser, 'argument');
  const name = textOf(parser, token).toLowerCase();
  if (!names.includes(name) || !isOption(parser)) return undefined;
  take(parser, token, 'option');
  take(parser, peek(parser, 'argument'), 'operator');
  const value = peek(parser, 'value');
  take(parser, value, 'text');
  notice(parser, { start: token.start, end: value.end }, `\`${name}\` has no effect here.`);
  return { name, value };
}

function skipUnknown(parser: Parser, names: readonly string[]): void {
  const token = peek(parser, 'argument');
  const nearest = suggestName(textOf(parser, token), names);
  const known = names.length === 0 ? 'It doesn’t take options.' : `Options: ${names.join(', ')}.`;
  const hint = nearest === undefined ? known : `Did you mean \`${nearest}\`?`;
  const message = `\`${parser.command}\` has no option ${quote(parser, token)}. ${hint}`;
  report(parser, 'unknown-option', token, message, {
    expected: names.map((name) => `\`${name}=\``),
    ...(nearest !== undefined && {
      fix: { label: `Use ${nearest}`, start: token.start, end: token.end, text: nearest },
    }),
  });
  take(parser, token, 'invalid');
  take(parser, peek(parser, 'argument'), 'operator');
  const value = peek(parser, 'value');
  if (value.kind === 'word' || value.kind === 'text') take(parser, value, 'invalid');
}

/** The options as given, and the defaults of the others. */
export function finishOptions<O extends object>(reader: OptionReader<O>): O {
  const values: Partial<O> = {};
  for (const name of namesOf(reader.table)) {
    values[name] = name in reader.values ? reader.values[name] : reader.table[name].default;
  }
  return complete(values);
}

/** Every name of the table has been filled in just before. */
function complete<O>(values: Partial<O>): O {
  return values as O;
}

function namesOf<O extends object>(table: OptionTable<O>): (keyof O)[] {
  return Object.keys(table) as (keyof O)[];
}

/** The options that are not at their default. */
export function printOptions<O extends object>(table: OptionTable<O>, values: O): string {
  return joinParts(...namesOf(table).map((name) => printOption(table, values, name)));
}

function printOption<O extends object, K extends keyof O>(
  table: OptionTable<O>,
  values: O,
  name: K,
): string | undefined {
  const value = printedOr(table[name], values[name]);
  const usual = printedOr(table[name], table[name].default);
  return value === usual ? undefined : `${String(name)}=${value ?? ''}`;
}

function printedOr<V>(option: Option<V>, value: V): string | undefined {
  return isGiven(value) ? option.kind.print(value) : undefined;
}

function isGiven<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}

/** One line of help. */
export interface OptionHelp {
  readonly name: string;
  readonly value: string;
  /** Undefined when there is none. */
  readonly default: string | undefined;
  readonly summary: string;
  readonly expectation: Expectation;
}

export function describeOptions<O extends object>(table: OptionTable<O>): OptionHelp[] {
  return namesOf(table).map((name) => describeOption(table, name));
}

function describeOption<O extends object, K extends keyof O>(
  table: OptionTable<O>,
  name: K,
): OptionHelp {
  const option = table[name];
  return {
    name: String(name),
    value: option.kind.label,
    default: printedOr(option, option.default),
    summary: option.summary,
    expectation: option.kind.expectation,
  };
}
