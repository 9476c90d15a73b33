import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type ErrorDetail } from '../../../base/errors.ts';
import { modelId, readRequest } from './read-request.ts';

const settings = { vendor: 'maker', isOffline: false, detailsMax: 3, jsonDepthMax: 3 };
const least = { rows: ['one'], criteria: 'Is all well?' };

function read(body: unknown) {
  return readRequest(Buffer.from(JSON.stringify(body)), settings);
}

function problemsOf(body: unknown): { message: string; details: readonly ErrorDetail[] } {
  try {
    read(body);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'VALIDATION_ERROR');
    return { message: error.message, details: error.facts.details ?? [] };
  }
  throw new Error('was not refused');
}

test('what is left out has its default', () => {
  assert.deepEqual(read(least), {
    request: {
      criteria: 'Is all well?',
      items: [],
      mode: 'test_classification',
      model: 'haiku-4-5',
      logCompression: true,
      options: {},
      isPreview: false,
    },
    source: { kind: 'rows', rows: ['one'] },
  });
});

test('what is sent is taken', () => {
  const expectedItems = [
    { id: 'a', description: 'One.' },
    { id: 'b', description: 'Two.' },
  ];
  assert.deepEqual(
    read({
      log: { a: 1 },
      criteria: 'Why?',
      expectedItems,
      mode: 'generic_verdict',
      model: 'maker-opus-4-7',
      logCompression: false,
      compressionOptions: { maxSamples: 1 },
      preview: true,
    }),
    {
      request: {
        criteria: 'Why?',
        items: expectedItems,
        mode: 'generic_verdict',
        model: 'opus-4-7',
        logCompression: false,
        options: { maxSamples: 1 },
        isPreview: true,
      },
      source: { kind: 'rows', rows: [{ a: 1 }] },
    },
  );
});

test('compression may be left to what is shorter', () => {
  assert.equal(read({ ...least, logCompression: 'auto' }).request.logCompression, 'auto');
});

test('rows may come from a search', () => {
  const source = { query: 'error', earliest: '-1h', latest: 'now' };
  assert.deepEqual(read({ source, criteria: 'Why?' }).source, { kind: 'search', ...source });
});

test('a preview needs no criteria', () => {
  assert.equal(read({ rows: ['one'], preview: true }).request.criteria, '');
});

test('a row may be as deep as the bound', () => {
  const rows = [{ a: { b: { c: 1 } } }, { a: [[1]] }];
  assert.deepEqual(read({ ...least, rows }).source, { kind: 'rows', rows });
});

const models = 'Must be one of "maker-haiku-4-5", "maker-sonnet-4-6", "maker-opus-4-7".';
const required = 'This field is required, unless `preview` is true.';
const blank = 'The input contains only white space.';

for (const [name, body, path, message] of [
  [
    'no rows',
    { criteria: 'Why?' },
    'rows',
    'Send the events to evaluate in `rows`, `log` or `source`.',
  ],
  ['two sources', { ...least, log: 'x' }, 'log', 'Send either `rows` or `log`, not both.'],
  [
    'a log and a search',
    { criteria: 'Why?', log: 'x', source: { query: '*' } },
    'source',
    'Send either `log` or `source`, not both.',
  ],
  ['no criteria', { rows: ['one'] }, 'criteria', required],
  ['no criteria and no preview', { rows: ['one'], preview: false }, 'criteria', required],
  ['a log that is null', { ...least, rows: undefined, log: null }, 'log', 'Must not be null.'],
  ['nothing to see', { ...least, rows: [' ', '\n'] }, 'rows.0', blank],
  ['a blank log', { ...least, rows: undefined, log: '' }, 'log', blank],
  [
    'a row that is too deep',
    { ...least, rows: ['x', { a: { b: { c: [] } } }] },
    'rows.1',
    'Is nested deeper than 3 levels.',
  ],
  [
    'an id twice',
    {
      ...least,
      expectedItems: [
        { id: 'a', description: 'x' },
        { id: 'b', description: 'x' },
        { id: 'b', description: 'y' },
      ],
    },
    'expectedItems.2.id',
    'Duplicate ID: already used by expectedItems.1.',
  ],
  ['a model of nobody', { ...least, model: 'haiku-4-5' }, 'model', models],
] as const) {
  test(`${name} is refused`, () => {
    assert.deepEqual(problemsOf(body), {
      message: `Invalid input. ${path}: ${message}`,
      details: [{ path, message }],
    });
  });
}

test('several problems are told together, each with its place', () => {
  const body = { rows: ['one'], model: 'x', expectedItems: [] };
  assert.deepEqual(problemsOf(body), {
    message: `Several fields are invalid. See details. criteria: ${required}`,
    details: [
      { path: 'criteria', message: required },
      { path: 'model', message: models },
    ],
  });
});

test('no more problems of rows are told than one above the bound', () => {
  const deep = { a: { b: { c: {} } } };
  const { details } = problemsOf({ ...least, rows: [deep, deep, deep, deep, deep, deep] });
  assert.deepEqual(
    details.map(({ path }) => path),
    ['rows.0', 'rows.1', 'rows.2', 'rows.3'],
  );
});

test('what has not the form of a request is refused, as many problems as the bound and one', () => {
  const { details } = problemsOf({ ...least, rows: [1, 2, 3, 4, 5, 6] });
  assert.equal(details.length, 4);
  assert.equal(details[0]?.path, 'rows.0');
  assert.match(problemsOf(7).message, /^Invalid input\. Must be /);
});

test('a body that is nested deeper than 2,000 levels is refused as a whole', () => {
  const nested = (levels: number): Buffer =>
    Buffer.from(`{"criteria":"x","log":${'['.repeat(levels)}${']'.repeat(levels)}}`);
  assert.throws(() => readRequest(nested(1_999), settings), /log: Is nested deeper than 3 levels/);
  assert.throws(
    () => readRequest(nested(2_000), settings),
    (error) => error instanceof AppError && !error.message.includes('log:'),
  );
});

test('the id of a model begins with its maker', () => {
  assert.equal(modelId('sonnet-4-6', 'maker'), 'maker-sonnet-4-6');
});
