import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import { isObject } from '../base/is-object.ts';
import type { JsonSchema } from '../contract/json-schema.ts';

export interface SchemaCollection {
  /** The schema as plain data, with a reference for every part that has a title. */
  add(schema: TSchema): JsonSchema;
  /** What the references point to. */
  named(): Readonly<Record<string, JsonSchema>>;
}

/** Keywords whose values are data, not schemas: nothing in them is replaced. */
const DATA_KEYWORDS = new Set(['default', 'const', 'enum', 'examples']);

/** Collects the schemas of a document, so that each named type is described once. */
export function collectSchemas(): SchemaCollection {
  const named = new Map<string, JsonSchema>();

  function convert(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(convert);
    if (!isObject(part)) return part;
    const plain = Object.fromEntries(
      Object.entries(part).map(([keyword, value]) => [
        keyword,
        DATA_KEYWORDS.has(keyword) ? value : convert(value),
      ]),
    );
    const title = plain['title'];
    asTuple(plain);
    return typeof title === 'string' ? refer(title, plain) : plain;
  }

  /** A schema per position (tuple) has a different keyword than in earlier drafts. */
  function asTuple(plain: Record<string, unknown>): void {
    if (!Array.isArray(plain['items'])) return;
    plain['prefixItems'] = plain['items'];
    plain['maxItems'] = plain['items'].length;
    delete plain['items'];
    delete plain['additionalItems'];
  }

  function refer(title: string, schema: JsonSchema): object {
    const known = named.get(title);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`two different schemas have the title ${title}`);
    }
    named.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  }

  return {
    add: (schema) => {
      const converted = convert(schema);
      return isObject(converted) ? converted : {};
    },
    named: () => Object.fromEntries([...named].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}
