import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { claimInstallation } from './claim-installation.ts';
import {
  isOperator,
  listOperators,
  nameOperator,
  readInstallation,
  removeOperator,
} from './manage-operators.ts';
import { listOperatorEntries } from './operator-entries.ts';

const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'test/1.0' };

test('whoever names and removes operators is told of, and the last one stays', async (t) => {
  const access = await openAccess(t);
  const [first, second] = [await access.newPerson(), await access.newPerson()];
  const now = access.clock.now();
  await access.metadata.transaction((unit) => claimInstallation(unit, first, ORIGIN, now));
  const by = { email: first.email, ...ORIGIN };
  assert.equal(await isOperator(access.needs, second.id), false);

  access.clock.advance(1);
  const named = await nameOperator(access.needs, by, second.email.toUpperCase());
  assert.deepEqual([named.id, named.email, named.namedBy], [second.id, second.email, first.email]);
  assert.deepEqual(await nameOperator(access.needs, by, second.email), named, 'named once');
  assert.equal(await isOperator(access.needs, second.id), true);
  assert.deepEqual(
    (await listOperators(access.needs)).map(({ id }) => id),
    [first.id, second.id],
  );

  access.clock.advance(1);
  await removeOperator(access.needs, by, second.id);
  assert.equal(await isOperator(access.needs, second.id), false);
  await assert.rejects(removeOperator(access.needs, by, second.id), { code: 'NOT_FOUND' });
  await assert.rejects(removeOperator(access.needs, by, first.id), { code: 'CONFLICT' });
  await assert.rejects(nameOperator(access.needs, by, 'nobody@example.com'), { code: 'NOT_FOUND' });

  const { data } = await listOperatorEntries(access, { limit: 10, after: undefined });
  const at = (ms: number) => new Date(now + ms).toISOString();
  const { email } = second;
  assert.deepEqual(
    data.map(({ id: _id, ...entry }) => entry),
    [
      { action: 'operator.removed', resource: second.id, timestamp: at(2), details: { email } },
      { action: 'operator.named', resource: second.id, timestamp: at(1), details: { email } },
      {
        action: 'operator.named',
        resource: first.id,
        timestamp: at(0),
        details: { isFirst: true },
      },
    ].map((entry) => ({ ...entry, actor: first.email, ...ORIGIN })),
  );
});

test('whoever came in through the link of an organization runs nothing', async (t) => {
  const access = await openAccess(t);
  const { id, email } = await access.newPerson();
  await access.metadata.transaction((unit) =>
    claimInstallation(unit, { id, email }, ORIGIN, access.clock.now()),
  );
  const reported = {
    planChanges: 'operator',
    signUp: 'open',
    defaultPlan: 'free',
    isMailSent: true,
    hasModel: true,
  };
  const confinedTo = organizationId('org_a');

  assert.deepEqual(await readInstallation(access.needs, { id, confinedTo: undefined }), {
    isOperator: true,
    ...reported,
  });
  assert.equal((await readInstallation(access.needs, { id, confinedTo })).isOperator, false);
  const other = await access.newPerson();
  const stranger = { id: other.id, confinedTo: undefined };
  assert.equal((await readInstallation(access.needs, stranger)).isOperator, false);
});
