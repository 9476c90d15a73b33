/**
 * Says in words what is wrong with an input that the validator has refused. The validator stops at the
 * first problem, which keeps a hostile body cheap; this walk lists several, and stops after a bounded
 * number of problems and of values looked at.
 */
import { Format } from 'typebox/format';
import type { ErrorDetail } from '../base/errors.ts';
import { nearestName } from '../base/nearest-name.ts';
import { isObject } from '../base/is-object.ts';
import { alternativesOf, type JsonSchema } from './json-schema.ts';

/** Some tens of milliseconds at most, however large the body is. */
const VISITS_MAX = 200_000;
/** Unknown names are echoed to the caller; a longer one is not a typo. */
const NAME_CHARACTERS_MAX = 100;
/** Of two shorter names either could be meant. */
const NAME_CHARACTERS_MIN = 3;

interface Search {
  readonly problems: ErrorDetail[];
  readonly problemsMax: number;
  readonly budget: { visitsLeft: number };
}

export function explainProblems(
  schema: JsonSchema,
  value: unknown,
  problemsMax: number,
): ErrorDetail[] {
  const search: Search = { problems: [], problemsMax, budget: { visitsLeft: VISITS_MAX } };
  visit(search, schema, value, '');
  return search.problems;
}

function visit(search: Search, schema: JsonSchema, value: unknown, path: string): void {
  search.budget.visitsLeft -= 1;
  if (isDone(search)) return;

  for (const part of schema.allOf ?? []) visit(search, part, value, path);
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) return visitUnion(search, alternatives, value, path);
  if ('const' in schema || schema.enum !== undefined || !hasType(schema, value)) {
    if (!isOneOf(schema, value)) report(search, path, `Must be ${describe(schema)}.`);
    return;
  }
  if (typeof value === 'string') visitText(search, schema, value, path);
  else if (typeof value === 'number') visitNumber(search, schema, value, path);
  else if (Array.isArray(value)) visitList(search, schema, value, path);
  else if (isObject(value)) visitObject(search, schema, value, path);
}

function visitUnion(
  search: Search,
  alternatives: readonly JsonSchema[],
  value: unknown,
  path: string,
): void {
  if (alternatives.some((schema) => matches(search, schema, value))) return;
  const possible = alternatives.filter((schema) => isLikely(schema, value));
  const whole = possible.filter((schema) => hasRequired(schema, value));
  const likely = whole.length === 1 ? whole : possible;
  const [only] = likely;
  if (likely.length === 1 && only !== undefined) return visit(search, only, value, path);
  report(search, path, `Must be ${describe({ anyOf: alternatives })}.`);
}

function matches(search: Search, schema: JsonSchema, value: unknown): boolean {
  const trial: Search = { problems: [], problemsMax: 1, budget: search.budget };
  visit(trial, schema, value, '');
  return trial.problems.length === 0;
}

/** The alternative the caller seems to mean: of the value's type, with the same fixed fields. */
function isLikely(schema: JsonSchema, value: unknown): boolean {
  if ('const' in schema || schema.enum !== undefined || !hasType(schema, value)) return false;
  if (!isObject(value)) return true;
  return Object.entries(schema.properties ?? {}).every(
    ([name, field]) => !('const' in field) || value[name] === field.const,
  );
}

function hasRequired({ required = [] }: JsonSchema, value: unknown): boolean {
  return isObject(value) && required.every((name) => Object.hasOwn(value, name));
}

function visitObject(
  search: Search,
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): void {
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) report(search, join(path, name), 'This field is required.');
  }
  // Already listing the names of a large object takes its time, again for every alternative.
  if (isDone(search)) return;
  let count = 0;
  for (const name of Object.keys(value)) {
    if (isDone(search)) return;
    count += 1;
    const field = fieldSchema(schema, name);
    if (field === false) report(search, join(path, name), unknownField(schema, name));
    else if (field !== true) visit(search, field, value[name], join(path, name));
  }
  const { minProperties: min, maxProperties: max } = schema;
  if (min !== undefined && count < min) report(search, path, `Must have at least ${min} fields.`);
  if (max !== undefined && count > max) report(search, path, `Must have at most ${max} fields.`);
}

function fieldSchema(schema: JsonSchema, name: string): JsonSchema | boolean {
  const properties = schema.properties ?? {};
  if (Object.hasOwn(properties, name)) return properties[name] ?? true;
  for (const [pattern, field] of Object.entries(schema.patternProperties ?? {})) {
    if (new RegExp(pattern, 'u').test(name)) return field;
  }
  return schema.additionalProperties ?? true;
}

function unknownField(schema: JsonSchema, name: string): string {
  const mayBeTypo = name.length >= NAME_CHARACTERS_MIN && name.length <= NAME_CHARACTERS_MAX;
  const meant = mayBeTypo ? nearestName(name, Object.keys(schema.properties ?? {})) : undefined;
  return meant === undefined ? 'Unknown field.' : `Unknown field. Did you mean "${meant}"?`;
}

function visitList(
  search: Search,
  schema: JsonSchema,
  value: readonly unknown[],
  path: string,
): void {
  const { minItems: min, maxItems: max } = schema;
  if (min !== undefined && value.length < min) {
    return report(search, path, `Must have at least ${amount(min, 'entry', 'entries')}.`);
  }
  if (max !== undefined && value.length > max) {
    const has = amount(value.length, 'entry', 'entries');
    return report(
      search,
      path,
      `Must have at most ${amount(max, 'entry', 'entries')}; got ${has}.`,
    );
  }
  if (schema.items !== undefined) {
    for (let index = 0; index < value.length && !isDone(search); index += 1) {
      visit(search, schema.items, value[index], join(path, String(index)));
    }
  }
  if (schema.uniqueItems && value.length <= VISITS_MAX && hasDuplicates(value)) {
    report(search, path, 'Entries must be unique.');
  }
}

function hasDuplicates(value: readonly unknown[]): boolean {
  return new Set(value.map((item) => JSON.stringify(item))).size < value.length;
}

function visitText(search: Search, schema: JsonSchema, value: string, path: string): void {
  const { minLength: min, maxLength: max, pattern, format } = schema;
  if (min !== undefined && characters(value) < min) {
    const need = min === 1 ? 'Must not be empty.' : `Must have at least ${number(min)} characters.`;
    report(search, path, need);
  } else if (max !== undefined && value.length > max && characters(value) > max) {
    const has = number(characters(value));
    report(search, path, `Must have at most ${number(max)} characters; got ${has}.`);
  } else if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) {
    report(search, path, wrongForm(schema, pattern));
  } else if (format !== undefined && !Format.Test(format, value)) {
    report(search, path, `Must be ${FORMATS[format] ?? `a valid ${format}`}.`);
  }
}

/** A short pattern tells people something, a long one only whoever wrote it. */
const PATTERN_CHARACTERS_MAX = 40;

function wrongForm({ description }: JsonSchema, pattern: string): string {
  if (description !== undefined) return `Invalid format. ${description}`;
  if (pattern.length > PATTERN_CHARACTERS_MAX) return 'Invalid format.';
  return `Invalid format. Expected: ${pattern}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'a time in ISO 8601, e.g. 2026-01-31T12:00:00.000Z',
  date: 'a date in ISO 8601, e.g. 2026-01-31',
  email: 'an email address',
  uri: 'a full URL, e.g. https://example.com/path',
  uuid: 'a UUID',
};

function visitNumber(search: Search, schema: JsonSchema, value: number, path: string): void {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = schema;
  const isInside =
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum &&
    (multipleOf === undefined || Number.isInteger(value / multipleOf));
  if (!isInside) report(search, path, `Must be ${describe(schema)}.`);
}

function isOneOf(schema: JsonSchema, value: unknown): boolean {
  if ('const' in schema) return value === schema.const;
  return schema.enum?.includes(value) ?? false;
}

function hasType(schema: JsonSchema, value: unknown): boolean {
  if (schema.type === undefined) return true;
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return types.some((type) => {
    switch (type) {
      case 'null':
        return value === null;
      case 'integer':
        return Number.isInteger(value);
      case 'array':
        return Array.isArray(value);
      case 'object':
        return isObject(value);
      default:
        return typeof value === type;
    }
  });
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** What a schema allows, to stand after "Must be". */
function describe(schema: JsonSchema): string {
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) {
    const fixed = alternatives.filter((one) => 'const' in one).map((one) => one.const);
    const others = alternatives.filter((one) => !('const' in one)).map(describe);
    const values = fixed.length === 0 ? [] : [describe({ enum: fixed })];
    return [...values, ...new Set(others)].join(' or ');
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) {
    const values = schema.enum.map((value) => JSON.stringify(value)).join(', ');
    return schema.enum.length === 1 ? values : `one of ${values}`;
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const words = types.map((type) => TYPES[type] ?? type).join(' or ');
  return `${words === '' ? 'something else' : words}${describeRange(schema)}`;
}

function describeRange(schema: JsonSchema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const parts: string[] = [];
  if (minimum !== undefined && maximum !== undefined) {
    parts.push(` from ${number(minimum)} to ${number(maximum)}`);
  } else if (minimum !== undefined) parts.push(` of at least ${number(minimum)}`);
  else if (maximum !== undefined) parts.push(` of at most ${number(maximum)}`);
  if (exclusiveMinimum !== undefined) parts.push(` above ${number(exclusiveMinimum)}`);
  if (exclusiveMaximum !== undefined) parts.push(` below ${number(exclusiveMaximum)}`);
  if (multipleOf !== undefined) parts.push(` in steps of ${number(multipleOf)}`);
  return parts.join('');
}

/** Code points, as the validator counts them. */
function characters(text: string): number {
  let count = text.length;
  for (let index = 0; index + 1 < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xd800) continue;
    if ((text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue;
    count -= 1;
    index += 1;
  }
  return count;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function amount(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

function join(path: string, step: string): string {
  const short = step.slice(0, NAME_CHARACTERS_MAX);
  return path === '' ? short : `${path}.${short}`;
}

function report(search: Search, path: string, message: string): void {
  if (search.problems.length < search.problemsMax) search.problems.push({ path, message });
}

function isDone(search: Search): boolean {
  return search.problems.length >= search.problemsMax || search.budget.visitsLeft <= 0;
}
