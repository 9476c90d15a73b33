import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignInGate } from './sign-in-gate.ts';

test('every call that waits goes on after one sign-in', async () => {
  const gate = createSignInGate();
  const first = gate.ask();
  const second = gate.ask();
  assert.equal(gate.isOpen.get(), true);

  gate.settle(true);

  assert.deepEqual(await Promise.all([first, second]), [true, true]);
  assert.equal(gate.isOpen.get(), false);
});

test('a second expiry opens the gate again', async () => {
  const gate = createSignInGate();
  const first = gate.ask();
  gate.settle(false);
  assert.equal(await first, false);

  const second = gate.ask();
  assert.equal(gate.isOpen.get(), true);

  gate.settle(true);
  assert.equal(await second, true);
});

test('listeners hear of a change, and no more once they have left', () => {
  const gate = createSignInGate();
  const heard: boolean[] = [];
  const leave = gate.isOpen.subscribe(() => heard.push(gate.isOpen.get()));

  void gate.ask();
  void gate.ask();
  gate.settle(true);
  leave();
  void gate.ask();

  assert.deepEqual(heard, [true, false]);
});
