import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';

type Compiled = Pick<FastifyInstance, 'setValidatorCompiler' | 'setSerializerCompiler' | 'addHook'>;
type Validate = ReturnType<FastifySchemaCompiler<object>>;
type Serialize = ReturnType<FastifySerializerCompiler<object>>;

/** Bodies are taken as they are: no field is dropped, no text becomes a number. */
export const VALIDATION = {
  allErrors: false,
  coerceTypes: false,
  removeAdditional: false,
  strictTypes: false,
  useDefaults: false,
  // A part that several schemas have is one function for all of them.
  inlineRefs: false,
  // Takes longer than all else about schemas; V8 makes up for it where it counts.
  code: { optimize: false },
} as const;

let addPart: (part: object, id: string) => void = () => {};
const compilers = {
  validator: AjvCompiler()(
    {},
    {
      customOptions: VALIDATION,
      onCreate: (ajv) => (addPart = (part, id) => ajv.addSchema(part, id)),
    },
  ) as FastifySchemaCompiler<object>,
  serializer: SerializerSelector()() as FastifySerializerCompiler<object>,
};

/** What was compiled, for all apps of the process. */
const validators = new WeakMap<object, Validate>();
const serializers = new WeakMap<object, Serialize>();

/** Compiles in about a twentieth of a second. */
const SMALL_CHARACTERS_MAX = 20_000;

/**
 * There are hundreds of endpoints, of which a program uses only a few for a long time: a schema is compiled on first
 * use. A large one would delay that request, so it is compiled as soon as the server listens.
 */
export function compileWhenUsed(app: Compiled): void {
  const large: (() => void)[] = [];
  app.setValidatorCompiler<object>((route) => {
    const { schema } = route;
    const isLarge = JSON.stringify(schema).length > SMALL_CHARACTERS_MAX;
    const compile = (): Validate =>
      remember(validators, schema, () =>
        compilers.validator(isLarge ? { ...route, schema: withParts(schema) } : route),
      );
    if (isLarge) large.push(compile);
    const validate: Validate = (value) => {
      const compiled = compile();
      const isValid = compiled(value);
      // Fastify looks here for what was wrong.
      Object.assign(validate, { errors: compiled.errors });
      return isValid;
    };
    return validate;
  });
  app.setSerializerCompiler<object>((route) => {
    const { schema } = route;
    return (value) => remember(serializers, schema, () => compilers.serializer(route))(value);
  });
  app.addHook('onListen', async () => {
    for (const compile of large.splice(0)) {
      compile();
      await nextTurn();
    }
  });
}

/** Large parts with a title, by their texts: as those of a dashboard, which several endpoints take. */
const parts = new Map<string, string>();

/** Returns the schema with its large parts replaced by references. */
function withParts(schema: object): object {
  let isChanged = false;
  const fields = Object.entries<unknown>({ ...schema }).map(([name, value]): [string, unknown] => {
    const next = isSchema(value) ? partOrSame(value) : value;
    isChanged ||= next !== value;
    return [name, next];
  });
  if (!isChanged) return schema;
  return Array.isArray(schema) ? fields.map(([, value]) => value) : Object.fromEntries(fields);
}

function partOrSame(schema: object): object {
  if (!('title' in schema) || typeof schema.title !== 'string') return withParts(schema);
  const text = JSON.stringify(schema);
  if (text.length <= SMALL_CHARACTERS_MAX) return schema;
  const known = parts.get(text);
  if (known !== undefined) return { $ref: known };
  const id = `part-${parts.size}`;
  parts.set(text, id);
  addPart(withParts(schema), id);
  return { $ref: id };
}

function isSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function remember<Made>(known: WeakMap<object, Made>, key: object, make: () => Made): Made {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
}
