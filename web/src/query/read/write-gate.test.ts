import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWriteGate, mayWrite } from './write-gate.ts';

test('a query waits until the person has answered', async () => {
  const gate = createWriteGate();
  const asked = gate.ask('* | outputlookup seen');
  assert.equal(gate.waiting.get(), '* | outputlookup seen');

  gate.settle(true);

  assert.equal(await asked, true);
  assert.equal(gate.waiting.get(), undefined);
});

test('a later query takes the place of one that waits', async () => {
  const gate = createWriteGate();
  const first = gate.ask('first');
  const second = gate.ask('second');
  assert.equal(await first, false);
  assert.equal(gate.waiting.get(), 'second');

  gate.settle(true);

  assert.equal(await second, true);
});

test('queries that name the command may write', () => {
  assert.equal(mayWrite('* | stats count | OUTPUTLOOKUP seen'), true);
  assert.equal(mayWrite('* | append [search * | outputlookup seen]'), true);
  assert.equal(mayWrite('| inputlookup seen'), false);
});
