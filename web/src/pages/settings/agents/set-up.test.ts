import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUps } from './set-up.ts';

test('each set-up names the address of this installation, and no token', () => {
  const all = setUps('https://logs.example.com');
  assert.equal(all.length, 4);
  for (const { client, text } of all) {
    assert.ok(text.includes('https://logs.example.com'), client);
    assert.ok(!text.includes('xpat_'), client);
    if (client !== 'Claude Code') assert.ok(JSON.parse(text), client);
  }
});
