import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestIds } from './request-ids.ts';

test('an id of the caller is kept where it is short and plain, else there is a new one', () => {
  const ids = createRequestIds(5);
  const idFor = (given?: unknown): string =>
    ids.of({ headers: { 'x-request-id': given } } as never);

  for (const given of ['a', 'Z9', 'a._:-', '12345']) assert.equal(idFor(given), given);
  for (const given of ['123456', '', '-a', 'a b', 'a\n', 'ü', ['a', 'b'], undefined]) {
    assert.match(idFor(given), /^req_[A-Za-z0-9]{11}$/, String(given));
  }
});

test('no two new ids are the same, of one endpoint or of two', () => {
  const { fresh } = createRequestIds(5);
  const made = Array.from({ length: 1_000 }, () => fresh());
  assert.equal(new Set(made).size, 1_000);
  assert.notEqual(createRequestIds(5).fresh(), createRequestIds(5).fresh());
});
