import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_ACTIONS, OPERATOR_ACTIONS } from '../../../../src/spec/audit.ts';
import { actorText, auditSentence } from './audit-sentence.ts';

test('every action has a sentence of its own, with and without details', () => {
  const actions = [...new Set([...AUDIT_ACTIONS, ...OPERATOR_ACTIONS])];
  const sentences = actions.map((action) => {
    const bare = auditSentence({ action, resource: 'the-thing', details: {} });
    assert.doesNotMatch(bare, /undefined|NaN|\bnull\b|[a-z]\.[a-z]|_/, action);
    assert.match(bare, /^[a-z]+ \S/, action);
    return bare;
  });

  assert.equal(new Set(sentences).size, actions.length);
});

test('a sentence says what was done to what', () => {
  const cases = [
    [
      'api_key.created',
      { name: 'ci', scope: 'ingest-only' },
      'created the API key “ci” (ingest-only)',
    ],
    [
      'member.role_changed',
      { email: 'ada@example.com', from: 'member', to: 'admin' },
      'changed the role of ada@example.com from Member to Admin',
    ],
    [
      'pipeline.updated',
      { name: 'Hide people', version: 3, changed: ['steps', 'match'] },
      'changed steps, match of the pipeline “Hide people”, now version 3',
    ],
    [
      'organization.settings_updated',
      { changed: ['a', 'b', 'c', 'd', 'e'], from: {}, to: {} },
      'changed a, b, c, d and 1 more of the organization',
    ],
    [
      'organization.plan_changed',
      { from: 'free', to: 'pro', organization: 'Acme' },
      'changed the plan of “Acme” from free to pro',
    ],
    ['agent.connected', { client: 'cursor 1' }, 'connected the agent “cursor 1”'],
    [
      'agent.connected',
      { furtherClients: 100 },
      'connected agents under further names (100 in a day)',
    ],
    ['organization.limits_changed', {}, 'changed the limits of the organization'],
    ['organization.deleted', { name: 'Acme' }, 'deleted the organization “Acme”'],
    ['organization.audit_exported', {}, 'exported the audit log of a deleted organization'],
    ['operator.named', { isFirst: true }, 'became the first operator of the installation'],
    ['operator.named', { email: 'bob@example.com' }, 'added bob@example.com as operator'],
    ['log.deleted', { query: 'user=bob', count: 1 }, 'deleted 1 event that matched “user=bob”'],
    ['log.exported', { query: '*', format: 'csv' }, 'exported the events matching “*” (csv)'],
    [
      'log.exported',
      { query: '*', format: 'csv', rows: 200 },
      'exported 200 loaded rows matching “*” (csv)',
    ],
    ['log.exported', { lookup: 'teams', rows: 2 }, 'downloaded the lookup table “teams”'],
    ['log.exported', { format: 'csv' }, 'exported the audit log (csv)'],
    ['log.exported', { export: 'nightly', rows: 1200 }, 'exported 1,200 events with “nightly”'],
    [
      'log.exported',
      { export: 'nightly', file: 'a.csv' },
      'downloaded “a.csv” of the export “nightly”',
    ],
    [
      'alert_rule.snoozed',
      { name: 'Errors', seconds: 3600 },
      'snoozed the alert rule “Errors” for 60 minutes',
    ],
    [
      'alert_rule.snoozed',
      { name: 'Errors', seconds: 0 },
      'ended the snooze of the alert rule “Errors”',
    ],
    [
      'alert_channel.updated',
      { confirmed: 'ada@example.com' },
      'confirmed ada@example.com as an alert recipient',
    ],
    ['user.login_failed', { reason: 'wrong password' }, 'failed to sign in: wrong password'],
    ['user.password_reset', { by: 'change' }, 'changed their password'],
    ['user.password_reset', { by: 'link' }, 'reset their password with an emailed link'],
    [
      'elevation.approved',
      { email: 'ada@example.com', role: 'admin', minutes: 60 },
      'granted ada@example.com a temporary role as Admin for 60 minutes',
    ],
    ['index.created', { retentionDays: 30 }, 'created the index “web”, retention 30 days'],
  ] as const;

  for (const [action, details, sentence] of cases) {
    assert.equal(auditSentence({ action, resource: 'web', details }), sentence);
  }
});

test('an action of a later release is told as it is', () => {
  assert.equal(
    auditSentence({ action: 'moon.landed', resource: 'apollo', details: {} }),
    'moon.landed apollo',
  );
});

test('people, keys and jobs are told apart', () => {
  assert.deepEqual(['ada@example.com', 'key_1', 'system:retention'].map(actorText), [
    'ada@example.com',
    'API key key_1',
    'Xplain (retention)',
  ]);
});
