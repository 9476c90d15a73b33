import { isObject } from '../base/is-object.ts';
import { alternativesOf, type JsonSchema } from '../contract/json-schema.ts';

type Step = (input: Record<string, unknown>) => void;

/**
 * Converts query string values to the types of the schema, in place: numbers, booleans, single-item lists. Values that
 * do not fit stay unchanged and are refused by the validator.
 */
export function queryCoercion(schema: JsonSchema): Step | undefined {
  const steps = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const types = typesOf(field);
    const itemTypes = field.items === undefined ? [] : typesOf(field.items);
    if (types.length === 1 && types[0] === 'string') return [];
    return [(input: Record<string, unknown>) => coerceField(input, name, types, itemTypes)];
  });
  return together(steps);
}

/** Fills in the defaults of top-level fields, in place. */
export function defaultsOf(schema: JsonSchema): Step | undefined {
  const steps = Object.entries(schema.properties ?? {})
    .filter(([, field]) => field.default !== undefined)
    .map(([name, field]): Step => {
      return (input) => {
        if (input[name] === undefined) input[name] = structuredClone(field.default);
      };
    });
  return together(steps);
}

function together(steps: readonly Step[]): Step | undefined {
  if (steps.length === 0) return undefined;
  return (input) => {
    if (isObject(input)) for (const step of steps) step(input);
  };
}

function coerceField(
  input: Record<string, unknown>,
  name: string,
  types: readonly string[],
  itemTypes: readonly string[],
): void {
  const value = input[name];
  if (value === undefined) return;
  if (types.includes('array')) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    input[name] = items.map((item) => coerceText(item, itemTypes));
  } else {
    input[name] = coerceText(value, types);
  }
}

function coerceText(value: unknown, types: readonly string[]): unknown {
  if (typeof value !== 'string' || types.includes('string')) return value;
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  const isNumeric = types.includes('integer') || types.includes('number');
  return isNumeric && /^-?\d{1,16}(\.\d{1,16})?$/.test(value) ? Number(value) : value;
}

function typesOf(schema: JsonSchema): readonly string[] {
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) return alternatives.flatMap(typesOf);
  if (schema.type === undefined) return ['string'];
  return typeof schema.type === 'string' ? [schema.type] : schema.type;
}
