import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './ask-integrity.ts';

test('npm’s answer is a checksum or nothing; whatever else it says is a failure', () => {
  assert.equal(readAnswer('"sha512-a"\n'), 'sha512-a');
  assert.equal(readAnswer('{ "error": { "code": "E404", "summary": "Not Found" } }'), undefined);
  assert.throws(() => readAnswer('{ "error": { "code": "ECONNREFUSED" } }'), /ECONNREFUSED/);
  assert.throws(() => readAnswer('{}'), /neither checksum nor error/);
  assert.throws(() => readAnswer(''), SyntaxError);
});
