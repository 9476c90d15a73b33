import { silentLog } from '../../src/base/log.ts';
import { silentMetrics } from '../../src/base/metrics.ts';
import { type App, createApp } from '../../src/http/app.ts';
import { LIMITS } from './limits.ts';

type Validators = NonNullable<App['validatorCompiler']>;
type Serializers = NonNullable<App['serializerCompiler']>;
type Validate = ReturnType<Validators>;
type Serialize = ReturnType<Serializers>;

const own = await compilersOfAnApp();
const validators = new WeakMap<object, Validate>();
const serializers = new WeakMap<object, Serialize>();

/**
 * Lets the apps of a test process share what they compile of the contract's schemas: hundreds of endpoints, of
 * which a test calls a few. A schema is compiled when the first body asks for it, by the same compilers as in the
 * product, which compiles them all before it opens.
 */
export function shareSchemas(app: App): void {
  app.setValidatorCompiler((route) => {
    const { schema } = route as { schema: object };
    const validate = (value: unknown): ReturnType<Validate> => {
      const known = validators.get(schema) ?? own.validator(route);
      validators.set(schema, known);
      const isValid = known(value);
      // Fastify looks here for what was wrong.
      Object.assign(validate, { errors: (known as { errors?: unknown }).errors });
      return isValid;
    };
    return validate as Validate;
  });
  app.setSerializerCompiler((route) => (value) => {
    const schema = route.schema as object;
    const known = serializers.get(schema) ?? own.serializer(route);
    serializers.set(schema, known);
    return known(value);
  });
}

/** Fastify makes them with the first route that has a schema. */
async function compilersOfAnApp(): Promise<{ validator: Validators; serializer: Serializers }> {
  const app = createApp({ log: silentLog, metrics: silentMetrics, limits: LIMITS.http });
  const text = { type: 'string' };
  app.route({
    method: 'POST',
    url: '/',
    config: { permission: 'public', rate: 'none', body: 'account' },
    schema: { body: text, response: { 200: text } },
    handler: async () => '',
  });
  await app.ready();
  const { validatorCompiler: validator, serializerCompiler: serializer } = app;
  await app.close();
  if (validator === undefined || serializer === undefined) throw new Error('no compilers');
  return { validator, serializer };
}
