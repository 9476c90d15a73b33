import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileName, folderOf, manifestName, manifestsFolder } from './names.ts';

const day = Date.UTC(2026, 10, 15);
const window = { from: day + 9 * 3_600_000, to: day + 10 * 3_600_000, revision: 1 };
const author = { run: 'run_0123456789abcdef', tries: 1 };
const packed = { format: 'jsonl', compression: 'zstd' } as const;

for (const [name, folder] of [
  ['All events', 'all-events-7x'],
  ['  Café — Süd! ', 'cafe-su-d-7x'],
  ['日本', 'export-7x'],
  ['', 'export-7x'],
  ['a'.repeat(41), `${'a'.repeat(40)}-7x`],
  [`${'a'.repeat(39)} b`, `${'a'.repeat(39)}-7x`],
] as const) {
  test(`the folder of ${JSON.stringify(name)} is ${folder}`, () => {
    assert.equal(folderOf(name, 'exp_7x'), folder);
  });
}

for (const [name, file] of [
  [
    fileName('f', window, 1, author, packed),
    'f/dt=2026-11-15/20261115T090000Z_20261115T100000Z_1_89abcdef.jsonl.zst',
  ],
  [
    fileName('f', window, 12, { ...author, tries: 2 }, { ...packed, compression: 'gzip' }),
    'f/dt=2026-11-15/20261115T090000Z_20261115T100000Z_12_89abcdef-2.jsonl.gz',
  ],
  [
    fileName('f', { ...window, revision: 2 }, 1, author, { ...packed, compression: 'none' }),
    'f/dt=2026-11-15/20261115T090000Z_20261115T100000Z_r2_1_89abcdef.jsonl',
  ],
  [
    fileName('f', { ...window, from: day + 1 }, 1, author, { ...packed, format: 'csv' }),
    'f/dt=2026-11-15/20261115T000000.001Z_20261115T100000Z_1_89abcdef.csv',
  ],
  [
    fileName('f', window, 1, author, { ...packed, format: 'parquet' }),
    'f/dt=2026-11-15/20261115T090000Z_20261115T100000Z_1_89abcdef.parquet',
  ],
  [manifestsFolder('f'), 'f/manifests/'],
  [manifestName('f', window), 'f/manifests/20261115T090000Z_20261115T100000Z_r1.json'],
] as const) {
  test(`a file is called ${file}`, () => {
    assert.equal(name, file);
  });
}
