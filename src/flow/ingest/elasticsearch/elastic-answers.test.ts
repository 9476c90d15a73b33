import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import type { Request } from '../../../http/gate.ts';
import type { TakenEvents } from '../accept-events.ts';
import { bulkAnswer, elasticError, HEALTH_ANSWER, INFO, XPACK_ANSWER } from './elastic-answers.ts';

for (const [status, type] of [
  [400, 'illegal_argument_exception'],
  [401, 'security_exception'],
  [403, 'security_exception'],
  [404, 'illegal_argument_exception'],
  [413, 'content_too_long_exception'],
  [429, 'es_rejected_execution_exception'],
  [500, 'internal_error'],
  [503, 'unavailable_shards_exception'],
] as const) {
  test(`a ${status} is told as ${type}`, () => {
    const usual = { status, headers: { 'retry-after': '3' }, body: '' };
    const answer = elasticError(new AppError('VALIDATION_ERROR', 'why'), usual, {} as Request);

    const cause = { type, reason: 'why' };
    assert.equal(answer.status, status);
    assert.deepEqual(answer.headers, { 'retry-after': '3', 'x-elastic-product': 'Elasticsearch' });
    assert.deepEqual(JSON.parse(String(answer.body)), {
      error: { root_cause: [cause], ...cause },
      status,
    });
  });
}

test('each item of a bulk has its answer, in order; ids are those of the events that were taken', () => {
  const item = (id: string) => ({ action: 'create', index: 'web', id });
  const refusal = (position: number, code: string) => ({ position, code, message: `no ${code}` });
  const taken = {
    items: [item(''), item('own'), item('bad'), item(''), item('x'), item('y')],
    refusals: [
      refusal(2, 'VALIDATION_ERROR'),
      refusal(4, 'UNKNOWN_INDEX'),
      refusal(5, 'EVENT_TOO_LARGE'),
    ],
    queued: { idOf: (at: number) => `row${at}` },
  } as unknown as TakenEvents;
  const created = (_id: string) => ({
    create: {
      _index: 'web',
      _id,
      _version: 1,
      result: 'created',
      _shards: { total: 1, successful: 1, failed: 0 },
      status: 201,
    },
  });
  const refused = (_id: string, status: number, type: string, reason: string) => ({
    create: { _index: 'web', _id, status, error: { type, reason } },
  });

  assert.deepEqual(bulkAnswer(taken, 7), {
    took: 7,
    errors: true,
    items: [
      created('row0'),
      created('own'),
      refused('bad', 400, 'document_parsing_exception', 'no VALIDATION_ERROR'),
      created('row2'),
      refused('x', 404, 'index_not_found_exception', 'no UNKNOWN_INDEX'),
      refused('y', 413, 'event_too_large_exception', 'no EVENT_TOO_LARGE'),
    ],
  });
  assert.equal(bulkAnswer({ ...taken, refusals: taken.refusals.slice(0, 1) }, 0).errors, true);
  assert.deepEqual(bulkAnswer({ ...taken, items: [], refusals: [] }, 0), {
    took: 0,
    errors: false,
    items: [],
  });
});

test('shippers are told what they ask before they send', () => {
  assert.equal(INFO.version.number, '8.17.0');
  assert.equal(INFO.version.build_snapshot, false);
  assert.deepEqual(XPACK_ANSWER.features, { ilm: { available: true, enabled: true } });
  assert.deepEqual(HEALTH_ANSWER, {
    cluster_name: 'xplain',
    status: 'green',
    timed_out: false,
    number_of_nodes: 1,
    number_of_data_nodes: 1,
  });
});
