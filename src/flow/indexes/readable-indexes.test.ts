import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Who } from '../../base/actor.ts';
import { organizationId, type UserId } from '../../base/ids.ts';
import type { Permission } from '../../spec/roles.ts';
import { type FactsNeeds, keptSince } from './index-facts.ts';
import { indexIsClosed, readableIndexes } from './readable-indexes.ts';

const USER: Who = { kind: 'user', id: 'usr_1' as UserId, email: 'a@b.c', role: 'viewer' };
const KEY = { kind: 'api_key', id: 'key_1', name: 'test' } as unknown as Who;
const TOKEN = { kind: 'access_token' } as unknown as Who;
const SYSTEM: Who = { kind: 'system', job: 'test' };

function actorOf(who: Who, ...permissions: readonly Permission[]): Actor {
  return {
    organization: organizationId('org_test'),
    who,
    permissions: new Set(permissions),
    ipAddress: '',
    userAgent: '',
  };
}

function needsWith(isAuditOpen: boolean): FactsNeeds {
  const facts = new Map([
    ['main', 30],
    ['web', 7],
    ['_audit', 90],
  ]);
  return {
    metadata: { db: undefined as never },
    cache: {
      get: <T>(key: string): T =>
        (key.startsWith('indexes:') ? facts : { timezone: 'UTC', isAuditOpen }) as T,
    },
  };
}

const CASES: readonly [
  who: Who,
  permissions: readonly Permission[],
  isOpen: boolean,
  sees: boolean,
][] = [
  [USER, ['logs:read'], false, false],
  [USER, ['logs:read'], true, true],
  [USER, [], true, false],
  [USER, ['audit:read'], false, true],
  [TOKEN, ['logs:read'], true, true],
  [TOKEN, ['logs:read'], false, false],
  [KEY, ['logs:read'], true, false],
  [KEY, ['logs:read', 'audit:read'], false, true],
  [SYSTEM, ['logs:read'], true, false],
];

for (const [who, permissions, isOpen, sees] of CASES) {
  const which = `${who.kind} with ${permissions.join(' and ') || 'nothing'}`;
  test(`a ${isOpen ? 'open' : 'closed'} audit log is ${sees ? '' : 'not '}read by ${which}`, async () => {
    const indexes = await readableIndexes(needsWith(isOpen), actorOf(who, ...permissions));

    assert.deepEqual([...indexes.keys()], sees ? ['main', 'web', '_audit'] : ['main', 'web']);
    assert.equal(indexes.get('web'), 7);
  });
}

const CLOSED: readonly [who: Who, name: string, code: string, message: string][] = [
  [KEY, '_audit', 'INSUFFICIENT_SCOPE', 'Only full-access keys can read the audit log.'],
  [
    USER,
    '_audit',
    'FORBIDDEN',
    'Only Owners and Admins can read the audit log. They can open it to all members in the organization settings.',
  ],
  [KEY, '_other', 'INSUFFICIENT_SCOPE', "You don't have permission to read the index _other."],
  [USER, '_other', 'FORBIDDEN', "You don't have permission to read the index _other."],
];

for (const [who, name, code, message] of CLOSED) {
  test(`${name} is closed to a ${who.kind} with ${code}`, () => {
    const error = indexIsClosed(actorOf(who), name);

    assert.deepEqual([error.code, error.message], [code, message]);
  });
}

test('an index shows what is younger than its days, rounded down to a minute', () => {
  const now = Date.UTC(2026, 0, 31, 12, 30, 59, 999);

  assert.deepEqual(Object.fromEntries(keptSince(new Map([['main', 30]]), now)), {
    main: Date.UTC(2026, 0, 1, 12, 30),
  });
});
