import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { missingBody, toAppError, wrongMediaType } from './to-app-error.ts';

const OBJECT = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };

/** What is told of an error with these fields, thrown while this request was looked at. */
function reported(error: object, request: object = {}, detailsMax = 10): AppError | undefined {
  const thrown = Object.assign(new Error('words of the validator'), error);
  return toAppError(thrown, request as FastifyRequest, detailsMax);
}

function invalid(part: string, request: object, detailsMax?: number): AppError {
  const error = { code: 'FST_ERR_VALIDATION', validation: [], validationContext: part };
  return reported(error, request, detailsMax) ?? assert.fail('is taken for a defect');
}

test('a failure of ours stays what it is, a defect is none', () => {
  const own = new AppError('CONFLICT', 'Was there.');

  assert.equal(toAppError(own, {} as FastifyRequest, 1), own);
  for (const defect of ['text', undefined, null, { code: 'FST_ERR_BAD_URL' }, new Error('x')]) {
    assert.equal(toAppError(defect, {} as FastifyRequest, 1), undefined);
  }
  assert.equal(reported({ code: 'FST_ERR_OTHER' }), undefined);
});

test('what Fastify refuses is told in our words', () => {
  for (const [code, own, message] of [
    ['FST_ERR_BAD_URL', 'VALIDATION_ERROR', 'Invalid URL.'],
    ['FST_ERR_MAX_PARAM_LENGTH', 'NOT_FOUND', 'Not found.'],
    ['FST_ERR_NOT_FOUND', 'NOT_FOUND', 'Not found.'],
    [
      'FST_ERR_CTP_INVALID_MEDIA_TYPE',
      'FST_ERR_CTP_INVALID_MEDIA_TYPE',
      'Send the body as JSON, with Content-Type: application/json.',
    ],
  ] as const) {
    const error = reported({ code });
    assert.deepEqual([error?.code, error?.message], [own, message]);
    assert.ok(error?.cause instanceof Error);
  }
  assert.equal(wrongMediaType().cause, undefined);
});

test('a body that is not there is told as such, whatever else may be missing', () => {
  const message = 'A body is required. Send a JSON object.';
  const routeOptions = { schema: { body: OBJECT, querystring: OBJECT } };

  for (const error of [missingBody(), invalid('body', { routeOptions })]) {
    assert.deepEqual([error.code, error.message], ['VALIDATION_ERROR', message]);
    assert.deepEqual(error.facts.details, [{ path: '', message }]);
  }
  const query = invalid('querystring', { query: { a: 1 }, routeOptions });
  assert.equal(query.message, 'Invalid input. a: Must be text.');
});

test('each part of a request is held to its own schema', () => {
  const schemaOf = (name: string) => ({ type: 'object', properties: { [name]: { type: 'null' } } });
  const request = {
    body: { a: 1 },
    query: { b: 1 },
    params: { c: 1 },
    headers: { d: 1 },
    routeOptions: {
      schema: {
        body: schemaOf('a'),
        querystring: schemaOf('b'),
        params: schemaOf('c'),
        headers: schemaOf('d'),
      },
    },
  };

  for (const [part, path] of [
    ['body', 'a'],
    ['querystring', 'b'],
    ['params', 'c'],
    ['headers', 'd'],
    ['something', 'a'],
  ] as const) {
    const { code, facts } = invalid(part, request);
    assert.equal(code, 'VALIDATION_ERROR');
    assert.deepEqual(facts.details, [{ path, message: 'Must be null.' }], part);
  }
});

test('one problem is told in the message, of several the first', () => {
  const routeOptions = { schema: { body: OBJECT } };
  const message = (body: unknown): string => invalid('body', { body, routeOptions }).message;

  assert.equal(message({ a: 1 }), 'Invalid input. a: Must be text.');
  assert.equal(message([]), 'Invalid input. Must be an object.');
  assert.equal(
    message({ b: 1, a: 1 }),
    'Several fields are invalid. See details. b: Must be text.',
  );
});

test('one problem more than are listed is looked for, so that the answer can say so', () => {
  const list = { type: 'array', items: { type: 'string' } };
  const request = { body: [1, 2, 3, 4, 5], routeOptions: { schema: { body: list } } };

  assert.deepEqual(
    invalid('body', request, 2).facts.details?.map(({ path }) => path),
    ['0', '1', '2'],
  );
});

test('where we see no problem, or no schema, the validator’s own words are told', () => {
  for (const schema of [{ body: OBJECT }, { body: 'odd' }, undefined]) {
    const { message, facts } = invalid('body', { body: { a: 'x' }, routeOptions: { schema } });
    assert.equal(message, 'Invalid input. words of the validator');
    assert.deepEqual(facts.details, [{ path: '', message: 'words of the validator' }]);
  }
});
