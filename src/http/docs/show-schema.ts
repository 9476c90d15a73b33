import { alternativesOf, type JsonSchema } from '../../contract/json-schema.ts';
import { html, inline, type Html } from './html.ts';

/** What references point to. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

/** Deeper parts of a schema are named, not shown. */
const LEVELS_MAX = 6;

/** The fields of an object, each with its kind, its rules and its own fields. */
export function showFields(schema: JsonSchema, named: NamedSchemas, level = 0): Html | undefined {
  const object = objectIn(resolve(schema, named), named);
  const fields = Object.entries(object?.properties ?? {});
  if (object === undefined || fields.length === 0 || level > LEVELS_MAX) return undefined;
  const items = fields.map(([name, field]) => {
    const isRequired = object.required?.includes(name) ?? false;
    return showField(name, field, isRequired, named, level);
  });
  return html`<ul class="fields">
    ${items}
  </ul>`;
}

export function showField(
  name: string,
  field: JsonSchema,
  isRequired: boolean,
  named: NamedSchemas,
  level = 0,
): Html {
  const schema = resolve(field, named);
  const rules = rulesOf(schema);
  const inner = showFields(schema, named, level + 1);
  return html`<li>
    <div class="field">
      <code class="name">${name}</code> <span class="kind">${kindOf(schema, named)}</span>
      ${isRequired ? html`<span class="required">required</span>` : undefined}
    </div>
    ${schema.description === undefined ? undefined : html`<p>${inline(schema.description)}</p>`}
    ${rules.length === 0 ? undefined : html`<p class="rules">${rules.join(' · ')}</p>`} ${inner}
  </li>`;
}

/** Describes the kind of value in a few words. */
export function kindOf(field: JsonSchema, named: NamedSchemas): string {
  const schema = resolve(field, named);
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) {
    return [...new Set(alternatives.map((one) => kindOf(one, named)))].join(' or ');
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.type === 'array') {
    return schema.items === undefined ? 'list' : `list of ${kindOf(schema.items, named)}`;
  }
  if (schema.type === undefined) return 'anything';
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return types.map((type) => (type === 'string' ? (schema.format ?? 'text') : type)).join(' or ');
}

function rulesOf(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const rules = [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    pattern === undefined ? undefined : `matches ${pattern}`,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ];
  return rules.filter((rule) => rule !== undefined);
}

function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min !== undefined && max !== undefined) return `${format(min)} to ${format(max)}${unit}`;
  if (min !== undefined) return `at least ${format(min)}${unit}`;
  return max === undefined ? undefined : `at most ${format(max)}${unit}`;
}

function format(value: number): string {
  return value.toLocaleString('en-US');
}

/** Returns the object whose fields a reader wants to see: the schema itself, a list item, or an alternative. */
function objectIn(schema: JsonSchema, named: NamedSchemas): JsonSchema | undefined {
  if (schema.properties !== undefined) return schema;
  const [mapped] = Object.values(schema.patternProperties ?? {});
  const parts = [schema.items, mapped, ...(alternativesOf(schema) ?? [])];
  for (const part of parts) {
    const object = part === undefined ? undefined : objectIn(resolve(part, named), named);
    if (object !== undefined) return object;
  }
  return undefined;
}

function resolve(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  if (!('$ref' in schema) || typeof schema.$ref !== 'string') return schema;
  return named[schema.$ref.slice('#/components/schemas/'.length)] ?? {};
}
