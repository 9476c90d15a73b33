import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import {
  type Condition,
  countRows,
  deleteRows,
  insertRow,
  selectRows,
  updateRows,
} from './account-rows-table.ts';

function where(
  field: string,
  operator: string | undefined,
  value: unknown,
  connector?: 'OR',
): Condition {
  return { field, operator, value, connector };
}

test('conditions on rows mean what they say', async (t) => {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const [a, b, c] = ['a@example.com', 'b@example.com', 'c@example.com'];
  for (const email of [a, b, c]) {
    await access.newPerson(email);
    clock.advance(1);
  }
  const second = clock.now() - 2;
  const found = async (...conditions: Condition[]): Promise<unknown[]> => {
    const order = { sortBy: { field: 'email', direction: 'asc' } } as const;
    const rows = await selectRows(metadata, 'users', conditions, order);
    assert.equal(await countRows(metadata, 'users', conditions), rows.length);
    return rows.map(({ email }) => email);
  };

  assert.deepEqual(await found(), [a, b, c]);
  assert.deepEqual(await found(where('email', undefined, b)), [b]);
  assert.deepEqual(await found(where('email', 'eq', b)), [b]);
  assert.deepEqual(await found(where('email', 'ne', b)), [a, c]);
  assert.deepEqual(await found(where('created_at', 'lt', second)), [a]);
  assert.deepEqual(await found(where('created_at', 'lte', second)), [a, b]);
  assert.deepEqual(await found(where('created_at', 'gt', second)), [c]);
  assert.deepEqual(await found(where('created_at', 'gte', second)), [b, c]);
  assert.deepEqual(await found(where('email', 'in', [a, c])), [a, c]);
  assert.deepEqual(await found(where('email', 'in', [b])), [b]);
  assert.deepEqual(await found(where('email', 'in', [])), []);
  assert.deepEqual(await found(where('image', 'eq', null)), [a, b, c]);
  assert.deepEqual(await found(where('image', 'ne', null)), []);
  assert.deepEqual(await found(where('email', 'ne', null)), [a, b, c]);
  const either = [where('email', 'eq', a, 'OR'), where('email', 'eq', b, 'OR')];
  assert.deepEqual(await found(...either), [a, b]);
  assert.deepEqual(await found(where('email', 'ne', a), ...either), [b]);
  assert.deepEqual(await found(where('email', 'ne', a), where('email', 'ne', b)), [c]);
  await assert.rejects(found(where('email', 'contains', 'a')), /contains is not supported/);
  await assert.rejects(found(where('email', 'in', a)), /in is not supported/);
  await assert.rejects(found(where('image', 'gt', [a])));
  await assert.rejects(found(where('image', 'like', null)), /like is not supported/);
});

test('rows come in their order, a thousand at most, and changes tell what they changed', async (t) => {
  const { metadata } = await openAccess(t);
  const many = Array.from({ length: 1_001 }, (_, index) => ({
    id: `v${String(index).padStart(4, '0')}`,
    identifier: `i${index}`,
    value: 'v',
    expires_at: 1,
    created_at: index,
    updated_at: 0,
  }));
  await metadata.db.insertInto('verifications').values(many).execute();
  const ids = async (order: Parameters<typeof selectRows>[3]): Promise<unknown[]> =>
    (await selectRows(metadata, 'verifications', [], order)).map(({ id }) => id);
  const [up, down] = [
    { field: 'created_at', direction: 'asc' },
    { field: 'created_at', direction: 'desc' },
  ] as const;

  assert.equal((await ids({})).length, 1_000);
  assert.equal((await ids({ limit: 5_000 })).length, 1_000);
  assert.deepEqual(await ids({ limit: 2, sortBy: up }), ['v0000', 'v0001']);
  assert.deepEqual(await ids({ limit: 2, offset: 1, sortBy: up }), ['v0001', 'v0002']);
  assert.deepEqual(await ids({ limit: 1, sortBy: down }), ['v1000']);

  const one = [where('id', 'eq', 'v0001')];
  await metadata.transaction(async (unit) => {
    const same = await updateRows(unit, 'verifications', one, {});
    assert.deepEqual(same, [many[1]]);
    const changed = await updateRows(unit, 'verifications', one, { value: 'w' });
    assert.deepEqual(changed, [{ ...many[1], value: 'w' }]);
    assert.deepEqual(await deleteRows(unit, 'verifications', one), changed);
    assert.deepEqual(await insertRow(unit, 'verifications', { ...many[1] }), many[1]);
  });
  assert.equal(await countRows(metadata, 'verifications', []), 1_001);
});
