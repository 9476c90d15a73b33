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
  // Takes longer than all else about schemas; V8 makes up for it where it counts.
  code: { optimize: false },
} as const;

const compilers = {
  validator: AjvCompiler()({}, { customOptions: VALIDATION }) as FastifySchemaCompiler<object>,
  serializer: SerializerSelector()() as FastifySerializerCompiler<object>,
};

/** What was compiled, for all apps of the process. */
const validators = new WeakMap<object, Validate>();
const serializers = new WeakMap<object, Serialize>();

/** About what is compiled in the twentieth part of a second. */
const SMALL_CHARACTERS_MAX = 20_000;

/**
 * There are hundreds of endpoints, of which a program uses a few for a long time: a schema is compiled when it is first
 * used. A large one would hold that request up, so it is compiled as soon as the server listens.
 */
export function compileWhenUsed(app: Compiled): void {
  const large: (() => void)[] = [];
  app.setValidatorCompiler<object>((route) => {
    const { schema } = route;
    const compile = (): Validate => remember(validators, schema, () => compilers.validator(route));
    if (JSON.stringify(schema).length > SMALL_CHARACTERS_MAX) large.push(compile);
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

function remember<Made>(known: WeakMap<object, Made>, key: object, make: () => Made): Made {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
}
