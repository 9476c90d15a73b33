import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Manifest } from '../../../contract/archive-manifest.ts';
import { hashOf, readManifest, writeManifest } from './manifest.ts';

const manifest: Manifest = {
  version: 1,
  organization: 'org_1',
  export: 'exp_1',
  name: 'All events',
  run: 'run_1',
  revision: 1,
  mode: 'archive',
  window: { from: '2026-11-15T09:00:00.000Z', to: '2026-11-15T10:00:00.000Z' },
  query: '*',
  format: 'jsonl',
  compression: 'zstd',
  columns: ['_time'],
  files: [],
  totals: { files: 0, rows: 0, bytes: 0 },
  previous: null,
};

test('a manifest is read as it was written, and knows its key', () => {
  const text = writeManifest(manifest, 'key');
  const read = readManifest(text);
  assert.deepEqual(read?.manifest, manifest);
  assert.equal(read.sha256, hashOf(text));
  assert.equal(read.isSignedWith('key'), true);
  assert.equal(read.isSignedWith('another'), false);
  const changed = readManifest(text.replace('All events', 'No events'));
  assert.equal(changed?.isSignedWith('key'), false);
});

test('its text is lines for people, and ends as a file does', () => {
  const text = writeManifest(manifest, 'key');
  assert.match(text, /^\{\n {2}"manifest": \{\n {4}"version": 1,\n/);
  assert.match(text, /\n {2}"hmac": "[0-9a-f]{64}"\n\}\n$/);
});

test('a text that is no manifest is none', () => {
  assert.equal(readManifest('{}'), undefined);
  assert.equal(readManifest(''), undefined);
});

test('a hash is that of the bytes', () => {
  const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  assert.equal(hashOf('abc'), expected);
});
