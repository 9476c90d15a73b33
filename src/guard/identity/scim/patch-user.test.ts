/** Bodies as Okta and Entra ID send them, what becomes of a user, and patches that are refused as a whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, type DirectoryUser, readUser } from './directory-user.ts';
import { patchUser } from './patch-user.ts';
import { readOperations } from './read-operations.ts';

const ADA: DirectoryUser = {
  userName: 'ada@acme.com',
  externalId: '00u1',
  displayName: 'Ada',
  name: { givenName: 'Ada', familyName: 'Okafor' },
  emails: [{ value: 'ada@acme.com', type: 'work', primary: true }],
  active: true,
};

function patched(operations: readonly object[], user: DirectoryUser = ADA): DirectoryUser {
  return patchUser(user, readOperations({ Operations: operations }));
}

test('what Entra ID sends is taken as it is meant', () => {
  const off = { ...ADA, active: false };
  assert.deepEqual(patched([{ op: 'Replace', path: 'active', value: 'False' }]), off);
  assert.deepEqual(patched([{ op: 'Replace', path: 'active', value: false }]), off);
  assert.deepEqual(patched([{ op: 'replace', value: { active: false } }]), off);
  assert.deepEqual(patched([{ op: 'Add', path: 'active', value: 'True' }], off), ADA);
  const work = 'emails[type eq "work"].value';
  assert.deepEqual(patched([{ op: 'Replace', path: work, value: 'new@acme.com' }]).emails, [
    { value: 'new@acme.com', type: 'work', primary: true },
  ]);
  const none = { ...ADA, emails: [] };
  for (const op of ['Add', 'Replace']) {
    assert.deepEqual(
      patched([{ op, path: work, value: 'new@acme.com' }], none).emails,
      [{ value: 'new@acme.com', type: 'work' }],
      op,
    );
  }
  const dotted = {
    op: 'Replace',
    value: {
      displayName: 'Ada O.',
      'name.givenName': 'A.',
      'name.familyName': 'O.',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'R&D',
      externalId: 'new',
    },
  };
  assert.deepEqual(patched([dotted]), {
    ...ADA,
    displayName: 'Ada O.',
    externalId: 'new',
    name: { givenName: 'A.', familyName: 'O.' },
  });
  const several = [
    { op: 'Add', path: 'title', value: 'Engineer' },
    { op: 'Add', path: 'addresses[type eq "work"].country', value: 'DE' },
    { op: 'Replace', path: 'name.formatted', value: 'Ada Okafor' },
    { op: 'Remove', path: 'emails[type eq "home"].value' },
  ];
  assert.deepEqual(patched(several), {
    ...ADA,
    name: { ...ADA.name, formatted: 'Ada Okafor' },
  });
});

test('what Okta sends is taken as it is meant', () => {
  assert.equal(patched([{ op: 'replace', value: { active: false } }]).active, false);
  const whole = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: 'dir_1',
    userName: 'ada@acme.com',
    name: { givenName: 'Ada', familyName: 'Okafor', middleName: 'B.' },
    emails: [{ primary: true, value: 'ada@acme.com', type: 'work', display: 'ada@acme.com' }],
    displayName: 'Ada',
    locale: 'en-US',
    externalId: '00u1',
    groups: [],
    password: 'never kept',
    active: true,
    meta: { resourceType: 'User' },
  };
  assert.deepEqual(readUser(whole, true), ADA);
  assert.ok(!JSON.stringify(readUser(whole, true)).includes('never kept'));
  assert.equal(readUser({ ...whole, active: false }, true).active, false);
  assert.equal(readUser({ USERNAME: 'x@acme.com' }, false).active, false, 'as active as before');
});

test('the primary address counts, then the one for work, then the name of the user', () => {
  const home = { value: 'Home@acme.com', type: 'home' };
  const work = { value: 'Work@acme.com', type: 'Work' };
  const of = (emails: DirectoryUser['emails']) => addressOf({ ...ADA, emails });
  assert.equal(of([home, work]), 'work@acme.com');
  assert.equal(of([{ ...home, primary: true }, work]), 'home@acme.com');
  assert.equal(of([home]), 'home@acme.com');
  assert.equal(of([]), 'ada@acme.com');
  assert.throws(() => addressOf({ ...ADA, userName: 'ada', emails: [] }), /no email address/);
});

test('adding keeps the others, replacing does not, and one address is there once', () => {
  const other = { value: 'other@acme.com' };
  assert.deepEqual(patched([{ op: 'add', path: 'emails', value: [other] }]).emails, [
    ...ADA.emails,
    other,
  ]);
  const primary = { value: 'other@acme.com', primary: true };
  assert.deepEqual(patched([{ op: 'add', path: 'emails', value: primary }]).emails, [
    { value: 'ada@acme.com', type: 'work', primary: false },
    primary,
  ]);
  const again = { value: 'ADA@acme.com' };
  assert.deepEqual(patched([{ op: 'add', path: 'emails', value: again }]).emails, [again]);
  assert.deepEqual(patched([{ op: 'replace', path: 'emails', value: [other] }]).emails, [other]);
  assert.deepEqual(patched([{ op: 'remove', path: 'emails' }]).emails, []);
  assert.deepEqual(patched([{ op: 'remove', path: 'emails[value eq "x@acme.com"]' }]), ADA);
  assert.deepEqual(patched([{ op: 'remove', path: 'emails[primary eq true]' }]).emails, []);
  assert.deepEqual(patched([{ op: 'remove', path: 'emails', value: again }]).emails, []);
  assert.equal(patched([{ op: 'remove', path: 'displayName' }]).displayName, undefined);
  assert.deepEqual(patched([{ op: 'remove', path: 'name.familyName' }]).name, {
    givenName: 'Ada',
  });
});

test('what is not understood refuses the whole patch, by name', () => {
  const good = { op: 'replace', path: 'displayName', value: 'X' };
  const bad: [object, string][] = [
    [{ op: 'replace', path: 'nothing', value: 1 }, 'invalidPath'],
    [{ op: 'replace', value: { nothing: 1 } }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type co "work"].value', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq "work"', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'userName.part', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'groups', value: [] }, 'invalidPath'],
    [{ op: 'replace', path: 'a'.repeat(501), value: 1 }, 'invalidPath'],
    [{ op: 'remove', path: 'emails[color eq "red"]' }, 'invalidFilter'],
    [{ op: 'remove', path: 'userName' }, 'invalidValue'],
    [{ op: 'remove', path: 'active' }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: '' }, 'invalidValue'],
    [{ op: 'replace', path: 'name', value: 'Ada' }, 'invalidValue'],
    [{ op: 'replace', value: 'x' }, 'invalidValue'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'move', path: 'displayName', value: 'x' }, 'invalidSyntax'],
  ];
  for (const [operation, scimType] of bad) {
    assert.throws(
      () => patched([good, operation]),
      (error: { facts: { fields?: Record<string, unknown> } }) =>
        error.facts.fields?.['scimType'] === scimType,
      JSON.stringify(operation),
    );
  }
  for (const Operations of [undefined, [], {}, Array.from({ length: 101 }, () => good)]) {
    assert.throws(() => readOperations({ Operations }), /Send 1 to 100 Operations/);
  }
});
