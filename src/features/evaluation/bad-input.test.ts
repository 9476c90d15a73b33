/** What is refused before anybody is asked: with a path, and at no cost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPRESSION_OPTIONS } from '../../spec/evaluation.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import {
  openServedModel,
  RUN_ADHOC,
  startEvaluation,
} from '../../../test/support/evaluation/start-evaluation.ts';
import { startModelServer } from '../../../test/support/evaluation/start-model-server.ts';

const {
  rowsMax,
  criteriaCharactersMax,
  itemsMax,
  itemIdCharactersMax,
  itemDescriptionCharactersMax,
  bodyBytesMax,
} = LIMITS.evaluation;

const rows = ['INFO all is well'];
const criteria = 'Is all well?';
const item = { id: 'a', description: 'all is well' };

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let i = 0; i < depth; i += 1) value = { a: value };
  return value;
}

/** Body → the paths its problems are told with. */
const REFUSED: Readonly<Record<string, readonly [body: unknown, paths: readonly string[]]>> = {
  'neither rows nor log nor source': [{ criteria }, ['rows']],
  'rows and log': [{ rows, log: 'x', criteria }, ['log']],
  'rows and source': [{ rows, source: { query: '*' }, criteria }, ['source']],
  'log and source': [{ log: 'x', source: { query: '*' }, criteria }, ['source']],
  'no rows': [{ rows: [], criteria }, ['rows']],
  'rows that are no list': [{ rows: 'INFO', criteria }, ['rows']],
  'one row more than may be': [
    { rows: Array.from({ length: rowsMax + 1 }, () => 'x'), criteria },
    ['rows'],
  ],
  'rows that are null, numbers, lists and true': [
    { rows: ['ok', null, 3, ['x'], true], criteria },
    ['rows.1', 'rows.2', 'rows.3', 'rows.4'],
  ],
  'a log that is null': [{ log: null, criteria }, ['log']],
  'a row nested a thousand deep': [{ rows: ['ok', nested(1_000)], criteria }, ['rows.1']],
  'a log nested a thousand deep': [{ log: nested(1_000), criteria }, ['log']],
  'rows of nothing but white space': [{ rows: [' ', '\t\n', '\u00a0'], criteria }, ['rows.0']],
  'a log of nothing but white space': [{ log: ' \n ', criteria }, ['log']],
  'no criteria': [{ rows }, ['criteria']],
  'criteria of white space': [{ rows, criteria: ' \n\t ' }, ['criteria']],
  'criteria that are no text': [{ rows, criteria: 5 }, ['criteria']],
  'criteria that are too long': [
    { rows, criteria: 'x'.repeat(criteriaCharactersMax + 1) },
    ['criteria'],
  ],
  'criteria of white space in a preview': [{ rows, criteria: '  ', preview: true }, ['criteria']],
  'items that are no list': [{ rows, criteria, expectedItems: item }, ['expectedItems']],
  'one item more than may be': [
    {
      rows,
      criteria,
      expectedItems: Array.from({ length: itemsMax + 1 }, (_, i) => ({ ...item, id: `${i}` })),
    },
    ['expectedItems'],
  ],
  'ids that appear twice': [
    { rows, criteria, expectedItems: [item, { ...item, id: 'b' }, item, item] },
    ['expectedItems.2.id', 'expectedItems.3.id'],
  ],
  'an id that is too long': [
    { rows, criteria, expectedItems: [{ ...item, id: 'x'.repeat(itemIdCharactersMax + 1) }] },
    ['expectedItems.0.id'],
  ],
  'ids that are empty, blank, or hold half a character or a control character': [
    {
      rows,
      criteria,
      expectedItems: ['', '  ', 'a\ud800', 'a\u0000'].map((id) => ({ ...item, id })),
    },
    [0, 1, 2, 3].map((i) => `expectedItems.${i}.id`),
  ],
  'a description that is too long': [
    {
      rows,
      criteria,
      expectedItems: [{ id: 'a', description: 'x'.repeat(itemDescriptionCharactersMax + 1) }],
    },
    ['expectedItems.0.description'],
  ],
  'a description of white space, or none': [
    { rows, criteria, expectedItems: [{ id: 'a', description: ' ' }, { id: 'b' }] },
    ['expectedItems.0.description', 'expectedItems.1.description'],
  ],
  'an unknown mode': [{ rows, criteria, mode: 'strict' }, ['mode']],
  'an unknown model': [{ rows, criteria, model: 'haiku-4-5' }, ['model']],
  'a model that is no text': [{ rows, criteria, model: 4 }, ['model']],
  'switches that are texts': [
    { rows, criteria, logCompression: 'true', preview: 1 },
    ['logCompression', 'preview'],
  ],
  'options of the wrong type': [
    {
      rows,
      criteria,
      compressionOptions: {
        maxTemplates: '5',
        maxSamples: 1.5,
        rareThreshold: null,
        simThreshold: '0.4',
      },
    },
    ['maxTemplates', 'maxSamples', 'rareThreshold', 'simThreshold'].map(
      (name) => `compressionOptions.${name}`,
    ),
  ],
  'options that are no object': [
    { rows, criteria, compressionOptions: [] },
    ['compressionOptions'],
  ],
  'fields nobody knows': [
    {
      rows,
      criteria,
      row: [],
      compressionOptions: { maxTemplate: 1 },
      expectedItems: [{ ...item, weight: 1 }],
    },
    ['row', 'compressionOptions.maxTemplate', 'expectedItems.0.weight'],
  ],
  'a source without a query': [{ source: { earliest: '-1h' }, criteria }, ['source.query']],
  'a body that is a list': [[rows], ['']],
};

test('bad input is told with its paths; the model is not asked and nothing is debited', async (t) => {
  const server = await startModelServer(t);
  const model = await openServedModel(t, server);
  const { run, credits } = await startEvaluation(t, { model });

  for (const [what, [body, paths]] of Object.entries(REFUSED)) {
    const answer = await run(body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'VALIDATION_ERROR'], what);
    const reported = answer.body.details ?? [];
    assert.deepEqual(reported.map(({ path }) => path).toSorted(), [...paths].toSorted(), what);
    for (const { message } of reported) assert.ok(message.length > 10, what);
  }

  assert.equal(server.seen.length, 0);
  const { used, held, runs } = await credits();
  assert.deepEqual({ used, held, runs }, { used: 0, held: 0, runs: 0 });
});

test('each option is taken at both ends of its range and refused beyond', async (t) => {
  const { run } = await startEvaluation(t);
  for (const [name, { min, max }] of Object.entries(COMPRESSION_OPTIONS)) {
    const statusOf = async (value: number): Promise<number> =>
      (await run({ rows, preview: true, compressionOptions: { [name]: value } })).status;
    const step = name === 'simThreshold' ? 0.01 : 1;

    assert.deepEqual([await statusOf(min), await statusOf(max)], [200, 200], name);
    assert.deepEqual([await statusOf(min - step), await statusOf(max + step)], [400, 400], name);
  }
});

test('what lies at the limits is taken', async (t) => {
  const { run } = await startEvaluation(t);
  const expectedItems = Array.from({ length: itemsMax }, (_, i) => ({
    id: String(i).padEnd(itemIdCharactersMax, 'x'),
    description: 'y'.repeat(itemDescriptionCharactersMax),
  }));
  const body = {
    rows: Array.from({ length: rowsMax }, (_, i) => `row ${i}`),
    criteria: 'z'.repeat(criteriaCharactersMax),
    expectedItems,
  };

  const { status, body: answer } = await run(body);

  assert.equal(status, 200);
  const { verdict } = answer.data as { verdict: { id: string }[] };
  assert.deepEqual(
    verdict.map(({ id }) => id),
    expectedItems.map(({ id }) => id),
  );
});

test('an unknown model is told which there are, under the name of their maker', async (t) => {
  const { run } = await startEvaluation(t, { vendor: 'acme' });

  const { body } = await run({ rows, criteria, model: 'vendor-haiku-4-5' });
  const known = await run({ rows, criteria, model: 'acme-sonnet-4-6', preview: true });

  const message = 'Must be one of "acme-haiku-4-5", "acme-sonnet-4-6", "acme-opus-4-7".';
  assert.deepEqual(body.details, [{ path: 'model', message }]);
  assert.equal(known.status, 200);
});

test('what programs write into logs is taken: halves of characters, control characters, megabytes of one token', async (t) => {
  const { run } = await startEvaluation(t);
  const bodies = [
    { rows: ['half \ud800 and \udfff', '\u0000\u0007\u001b[31mred\u001b[0m', 'fine'] },
    { rows: ['x'.repeat(3_000_000)] },
    { rows: [{ a: 'y'.repeat(1_000_000) }, { b: { c: [1, null, true] } }] },
    { log: 42 },
    { log: [1, 2, 3] },
    { log: { level: 'info' } },
  ];

  for (const body of bodies) {
    const answer = await run({ ...body, criteria });
    const preview = await run({ ...body, preview: true, logCompression: false });
    assert.equal(answer.status, 200, answer.text);
    const { lines } = preview.body.data as { lines: string[] };
    for (const line of lines) {
      assert.ok(line.length <= LIMITS.evaluation.rowCharactersMax);
      assert.match(line, /^[^\p{Cc}\p{Cs}]*$/u);
    }
  }
});

test('a body that is no JSON, no UTF-8, empty, of another type or too large is refused', async (t) => {
  const { app, token, run } = await startEvaluation(t);
  const send = async (payload: string | Buffer, type = 'application/json') => {
    const answer = await app.inject({
      method: 'POST',
      url: RUN_ADHOC.slice(5),
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    });
    return [answer.statusCode, (JSON.parse(answer.payload) as { code: string }).code];
  };
  const tooLarge = (bytes: number): string => `{"preview":true,"log":"${'x'.repeat(bytes - 25)}"}`;

  assert.deepEqual(await send('{"rows":['), [400, 'VALIDATION_ERROR']);
  assert.deepEqual(await send('null'), [400, 'VALIDATION_ERROR']);
  assert.deepEqual(await send('[1'.repeat(50_000)), [400, 'VALIDATION_ERROR']);
  assert.deepEqual(await send(Buffer.from([0x22, 0xff, 0x22])), [400, 'VALIDATION_ERROR']);
  assert.deepEqual(await send(''), [400, 'VALIDATION_ERROR']);
  assert.deepEqual(await send('rows=1', 'text/plain'), [415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE']);
  assert.deepEqual(await send(tooLarge(bodyBytesMax + 1)), [413, 'FST_ERR_CTP_BODY_TOO_LARGE']);
  assert.equal((await send(tooLarge(bodyBytesMax)))[0], 200);
  assert.equal((await run({ log: 'x', preview: true })).status, 200);
});
