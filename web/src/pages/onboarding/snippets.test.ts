import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SNIPPETS } from './snippets.ts';

const root = join(import.meta.dirname, '../../../..');
const page = readFileSync(join(root, 'docs/operating/send-logs.md'), 'utf8');
const blocks = Array.from(page.matchAll(/^```\w*\n([\s\S]*?)\n```$/gm), ([, text]) => text);

test('every snippet stands word for word in the documents, which are tried against the product', () => {
  assert.ok(blocks.length >= SNIPPETS.length);
  for (const { id, text } of SNIPPETS) {
    const shown = text({ origin: 'http://localhost:4000', key: 'YOUR_KEY' });
    assert.ok(blocks.includes(shown), `${id} differs from docs/operating/send-logs.md`);
  }
});

test('every snippet carries the real address and the real key', () => {
  for (const { id, text } of SNIPPETS) {
    const shown = text({ origin: 'https://logs.example.com', key: 'xp_live_abc' });
    assert.match(shown, /logs\.example\.com/, id);
    assert.match(shown, /xp_live_abc/, id);
    assert.doesNotMatch(shown, /YOUR_KEY|localhost/, id);
  }
});

test('an address without a port gets that of its protocol, and TLS where it is needed', () => {
  const shown = (id: string) =>
    SNIPPETS.find((snippet) => snippet.id === id)?.text({ origin: 'https://a.example', key: 'k' });
  assert.match(shown('fluent-bit') ?? '', /Port +443\n[\s\S]*TLS +On/);
  assert.match(shown('winston') ?? '', /port: 443,\n +ssl: true,/);
  assert.match(shown('filebeat') ?? '', /https:\/\/a\.example:443\/elasticsearch/);
});
