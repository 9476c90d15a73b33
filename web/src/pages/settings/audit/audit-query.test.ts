import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../../../../src/language/index.ts';
import { auditQuery } from './audit-query.ts';

test('filters become parts of the query', () => {
  assert.equal(auditQuery({ actor: '', action: '' }), 'index=_audit');
  assert.equal(auditQuery({ actor: ' ada@x.io ', action: '' }), 'index=_audit actor="*ada@x.io*"');
  assert.equal(
    auditQuery({ actor: 'system:alerts', action: '' }),
    'index=_audit actor="*system:alerts*"',
  );
  assert.equal(auditQuery({ actor: '', action: 'member.*' }), 'index=_audit action="member.*"');
});

test('whatever is typed stays one value', () => {
  for (const actor of ['a" OR index=main', '\\', '*', '"', '| delete']) {
    const { diagnostics } = parse(auditQuery({ actor, action: 'api_key.created' }));
    assert.deepEqual(diagnostics, [], `${actor} breaks the query`);
    assert.match(auditQuery({ actor, action: '' }), /^index=_audit actor="\*.*\*"$/);
  }
});
