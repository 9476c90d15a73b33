import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import type { Request } from '../../../http/gate.ts';
import type { TakenEvents } from '../accept-events.ts';
import type { Refusal } from '../partial-intake.ts';
import { otlpAnswer, otlpEncoding, otlpError } from './otlp-answers.ts';

const sent = (mediaType: string): Request => ({ mediaType }) as Request;
const QUEUED = { receipt: 'r', isHeld: false } as unknown as NonNullable<TakenEvents['queued']>;
const REFUSAL: Refusal = { position: 3, code: 'UNKNOWN_INDEX', message: 'No such index.' };
const taken = (queued: TakenEvents['queued'], refusals: readonly Refusal[]): TakenEvents => ({
  queued,
  refusals,
  items: [],
});

test('the encoding is that of the content type', () => {
  assert.equal(otlpEncoding(sent('application/x-protobuf')), 'protobuf');
  assert.equal(otlpEncoding(sent('application/protobuf')), 'protobuf');
  assert.equal(otlpEncoding(sent('application/json')), 'json');
  assert.equal(otlpEncoding(sent('text/plain')), undefined);
});

for (const [status, code, answered] of [
  [400, 3, 400],
  [401, 16, 401],
  [403, 7, 403],
  [404, 3, 404],
  [408, 4, 408],
  [413, 8, 413],
  [429, 8, 429],
  [500, 13, 503],
  [503, 14, 503],
] as const) {
  test(`a ${status} is told as code ${code} with ${answered}`, () => {
    const error = new AppError('VALIDATION_ERROR', 'bad');
    const usual = { status, headers: { 'x-own': 'kept', 'retry-after': '9' }, body: '' };
    const json = otlpError(error, usual, sent('application/json'));
    const binary = otlpError(error, usual, sent('application/x-protobuf'));

    const after = status === 500 ? '5' : '9';
    assert.equal(json.status, answered);
    assert.equal(json.body, `{"code":${code},"message":"bad"}`);
    assert.deepEqual(json.headers, {
      'x-own': 'kept',
      'retry-after': after,
      'content-type': 'application/json',
    });
    assert.equal(binary.status, answered);
    assert.deepEqual(
      Buffer.from(binary.body as Buffer),
      Buffer.from([0x08, code, 0x12, 3, 0x62, 0x61, 0x64]),
    );
    assert.deepEqual(binary.headers, {
      'x-own': 'kept',
      'retry-after': after,
      'content-type': 'application/x-protobuf',
    });
    assert.equal(otlpError(error, usual, sent('text/plain')).body, json.body);
  });
}

test('what was refused is told beside what was taken, in the encoding of the request', () => {
  const message = 'One event was refused; the first, at position 3: No such index.';

  assert.deepEqual(otlpAnswer('json', taken(QUEUED, [])), {});
  assert.deepEqual(otlpAnswer('json', taken(undefined, [])), {});
  assert.deepEqual(otlpAnswer('json', taken(QUEUED, [REFUSAL])), {
    partialSuccess: { rejectedLogRecords: '1', errorMessage: message },
  });
  assert.deepEqual(
    otlpAnswer('protobuf', taken(QUEUED, [REFUSAL])),
    Buffer.concat([
      Buffer.from([0x0a, message.length + 4, 0x08, 1, 0x12, message.length]),
      Buffer.from(message),
    ]),
  );
  assert.deepEqual(otlpAnswer('protobuf', taken(QUEUED, [])), Buffer.alloc(0));
});

test('a request of which nothing was taken fails with the code of its first event', () => {
  for (const encoding of ['json', 'protobuf'] as const) {
    assert.throws(() => otlpAnswer(encoding, taken(undefined, [REFUSAL, REFUSAL])), {
      code: 'UNKNOWN_INDEX',
      message: '2 events were refused; the first, at position 3: No such index.',
    });
  }
});
