import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, EMPTY_CHECK, formOf, isSameForm, whyNotSavable } from './check-form.ts';
import { gateCommandOf } from './gate-command.ts';

const FORM = {
  ...EMPTY_CHECK,
  name: ' deploy ',
  query: 'service=shop',
  criteria: 'It went well',
  items: [
    { id: '', description: 'The schema was migrated' },
    { id: '', description: ' ' },
  ],
  maxCredits: '0.5',
};

test('a form is sent with ids for its items, and read back as it was saved', () => {
  const body = bodyOf(FORM);
  const meta = { createdBy: 'a', createdAt: '', updatedBy: 'a', updatedAt: '' };
  const saved = { ...body, ...meta, id: 'chk_1', version: 1 };

  assert.deepEqual(
    [body.name, body.query, body.expectedItems, body.model, body.maxCredits],
    [
      'deploy',
      'service=shop',
      [{ id: 'the-schema-was-migrated', description: 'The schema was migrated' }],
      null,
      0.5,
    ],
  );
  assert.deepEqual(bodyOf(formOf(saved)), body);
  assert.ok(isSameForm(FORM, formOf(saved)));
  assert.ok(!isSameForm(FORM, { ...FORM, sendsRows: true }));
  assert.equal(bodyOf({ ...FORM, sendsRows: true }).query, null);
  assert.equal(bodyOf({ ...FORM, maxCredits: ' ' }).maxCredits, null);
});

test('findings without items are sent without what merges them', () => {
  const form = { ...FORM, strategy: 'split', samples: 3 } as const;
  const optionsOf = ({ strategy, samples }: ReturnType<typeof bodyOf>) => [strategy, samples];

  assert.deepEqual(optionsOf(bodyOf(form)), ['split', 3]);
  assert.deepEqual(optionsOf(bodyOf({ ...form, mode: 'generic_verdict' })), ['clip', 1]);
});

test('what is missing is said', () => {
  assert.equal(whyNotSavable(FORM), undefined);
  assert.equal(whyNotSavable({ ...FORM, name: ' ' }), 'Enter a name.');
  assert.equal(whyNotSavable({ ...FORM, query: '' }), 'Enter a search.');
  assert.equal(whyNotSavable({ ...FORM, query: '', sendsRows: true }), undefined);
  assert.equal(whyNotSavable({ ...FORM, criteria: '' }), 'Enter an instruction.');
  assert.equal(whyNotSavable({ ...FORM, maxCredits: 'x' }), 'The credit cap must be a number.');
});

test('the step of a pipeline is one command, whatever the name holds', () => {
  assert.equal(
    gateCommandOf({ name: "it's", query: '*' }, 'https://logs.example.com'),
    "XPLAIN_URL='https://logs.example.com' xplain evaluate --check 'it'\\''s' --since -5m --wait 10m",
  );
  assert.equal(
    gateCommandOf({ name: 'a', query: null }, 'https://logs.example.com'),
    "XPLAIN_URL='https://logs.example.com' xplain evaluate --check 'a' --file deploy.log",
  );
});
