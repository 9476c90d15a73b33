import fastify from 'fastify';
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { compileWhenUsed } from './compile-schemas.ts';

/** What was asked of schemas that tell when they are compiled. */
function open(t: TestContext, schemas: Readonly<Record<string, object>>) {
  const app = fastify();
  t.after(() => app.close());
  compileWhenUsed(app);
  for (const [name, body] of Object.entries(schemas)) {
    app.post(`/${name}`, { schema: { body } }, async () => 'taken');
  }
  return app;
}

/** The compiler reads the bound of a text when it compiles it, and Fastify when it mounts it does not. */
function telling(compiled: string[], name: string, description: string): object {
  return Object.defineProperty({ type: 'string', description }, 'maxLength', {
    enumerable: false,
    get: () => {
      compiled.push(name);
      return 3;
    },
  });
}

test('a schema is compiled by the first body, a large one when the server listens', async (t) => {
  const compiled: string[] = [];
  const app = open(t, {
    small: telling(compiled, 'small', 'short'),
    large: telling(compiled, 'large', 'long '.repeat(10_000)),
  });

  await app.ready();
  assert.deepEqual(compiled, []);

  await app.listen({ host: '127.0.0.1', port: 0 });
  while (compiled.length === 0) await new Promise(setImmediate);
  assert.deepEqual([...new Set(compiled)], ['large']);

  const answer = await app.inject({
    method: 'POST',
    url: '/small',
    payload: '"abc"',
    headers: JSON_TYPE,
  });
  assert.equal(answer.statusCode, 200);
  assert.deepEqual([...new Set(compiled)], ['large', 'small']);
});

const JSON_TYPE = { 'content-type': 'application/json' };

test('what is wrong is told each time, and apps share what was compiled', async (t) => {
  const body = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } };
  const apps = [open(t, { one: body }), open(t, { one: body })];

  for (const app of [...apps, ...apps]) {
    const send = (payload: object) => app.inject({ method: 'POST', url: '/one', payload });
    assert.match((await send({})).body, /must have required property 'a'/);
    assert.equal((await send({ a: 1 })).statusCode, 200);
    assert.match((await send({ a: 'x' })).body, /must be integer/);
  }
});

test('a schema of 20,000 characters is small, one more makes it large', async (t) => {
  const compiled: string[] = [];
  const sized = (name: string, characters: number): object => {
    const around = JSON.stringify({ type: 'string', description: '' }).length;
    return telling(compiled, name, 'x'.repeat(characters - around));
  };
  const app = open(t, { small: sized('small', 20_000), large: sized('large', 20_001) });

  await app.listen({ host: '127.0.0.1', port: 0 });
  while (compiled.length === 0) await new Promise(setImmediate);
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);

  assert.deepEqual([...new Set(compiled)], ['large']);
});

test('a large part with a title is compiled once for all schemas that have it', async (t) => {
  const compiled: string[] = [];
  const words = telling(compiled, 'part', 'x'.repeat(20_001));
  const part = { type: 'object', title: 'Part', properties: { words }, required: ['words'] };
  const app = open(t, {
    one: { type: 'object', properties: { part } },
    other: { type: 'object', properties: { parts: { type: 'array', items: part } } },
  });
  const send = async (url: string, payload: object): Promise<unknown> => {
    const { statusCode, body } = await app.inject({ method: 'POST', url, payload });
    return statusCode === 200 ? statusCode : (JSON.parse(body) as { message: string }).message;
  };

  assert.equal(await send('/one', { part: { words: 'abc' } }), 200);
  const reads = compiled.length;
  assert.equal(await send('/other', { parts: [{ words: 'abc' }] }), 200);

  assert.equal(compiled.length, reads);
  const tooLong = 'must NOT have more than 3 characters';
  assert.equal(await send('/one', { part: { words: 'abcd' } }), `body/part/words ${tooLong}`);
  assert.equal(
    await send('/other', { parts: [{ words: 'abc' }, { words: 'abcd' }] }),
    `body/parts/1/words ${tooLong}`,
  );
});

test('a body is taken as it is, and refused with its first problem', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  compileWhenUsed(app);
  const body = {
    type: 'object',
    properties: {
      a: { type: 'integer' },
      b: { type: 'integer' },
      c: { type: ['string', 'integer'], default: 'x' },
    },
    additionalProperties: false,
  };
  const problems: unknown[] = [];
  app.setErrorHandler(async (error: { validation?: unknown[] }) => {
    problems.push(error.validation?.length);
    return 'refused';
  });
  app.post('/', { schema: { body } }, async (request) => request.body);
  const send = async (payload: object): Promise<string> =>
    (await app.inject({ method: 'POST', url: '/', payload })).body;

  assert.equal(await send({ a: 1 }), '{"a":1}');
  assert.equal(await send({ c: 5 }), '{"c":5}');
  assert.equal(await send({ a: '1' }), 'refused');
  assert.equal(await send({ other: 1 }), 'refused');
  assert.equal(await send({ a: 'x', b: 'x' }), 'refused');
  assert.deepEqual(problems, [1, 1, 1]);
});
