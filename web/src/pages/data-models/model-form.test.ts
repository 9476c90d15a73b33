import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, EMPTY_MODEL, exampleOf, formOf, isSameModel, readFields } from './model-form.ts';

const LOGINS = {
  name: 'Logins',
  description: '',
  datasets: [
    {
      name: 'All',
      parent: null,
      search: 'index=sso',
      fields: [
        { name: 'user', expression: 'coalesce(user, email)' },
        { name: 'src', expression: null },
      ],
    },
    { name: 'Failed', parent: 'All', search: 'ok=false', fields: [] },
  ],
};

test('what is shown is sent as it was', () => {
  assert.deepEqual(bodyOf(formOf(LOGINS)), LOGINS);
  assert.equal(formOf(LOGINS).datasets[0]?.fields, 'user = coalesce(user, email)\nsrc');
});

test('fields are written one a line; the first equals sign ends the name', () => {
  assert.deepEqual(readFields('  ok = if(a="x", 1, 0) \n\nsrc\n'), [
    { name: 'ok', expression: 'if(a="x", 1, 0)' },
    { name: 'src', expression: null },
  ]);
  assert.deepEqual(readFields('= 1'), [{ name: '', expression: '1' }]);
});

test('what is sent alike is the same', () => {
  const form = formOf(LOGINS);

  assert.equal(isSameModel(form, { ...form, name: ' Logins' }), true);
  assert.equal(isSameModel(form, EMPTY_MODEL), false);
});

test('an example counts over the first dataset', () => {
  assert.equal(exampleOf(LOGINS), '| tstats count FROM datamodel=Logins.All');
});
