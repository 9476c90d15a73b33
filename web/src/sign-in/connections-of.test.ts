import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainOf } from './connections-of.ts';

test('only the domain of a whole address is asked about', () => {
  assert.equal(domainOf(' Ada@ACME.com '), 'acme.com');
  assert.equal(domainOf('ada@eu.acme.co.uk'), 'eu.acme.co.uk');
  for (const part of ['', 'ada', 'ada@', 'ada@acme', 'ada@acme.', '@acme.com', 'a b@acme.com']) {
    assert.equal(domainOf(part), undefined, part);
  }
});
