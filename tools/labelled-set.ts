/**
 * Packs the labelled set of test/evaluation for the product: `xplain ai check` asks a model about it. The sealed part has a file
 * of its own, since nobody may read its errors.
 *
 *   node tools/labelled-set.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { FILES, type LabelledSet } from '../src/features/evaluation/model-check/read-set.ts';
import { readLabels, TUNED_PARTS, type Part } from '../test/evaluation/read-cases.ts';

/** The part whose errors were never read. */
const SEALED_PART = 'sealed-d';

export function collectSet(kind: keyof typeof FILES): LabelledSet {
  const parts: readonly Part[] = kind === 'sealed' ? [SEALED_PART] : TUNED_PARTS;
  const labels = parts.flatMap((part) => readLabels(part));
  return {
    logs: Object.fromEntries(labels.map(({ log, rows }) => [log, rows])),
    runs: labels.map(({ log, criteria, rows, labels: read }) => ({
      log,
      criteria,
      cases: read.map(({ given: { description, kind: found, expected }, about }) => ({
        description,
        kind: found,
        expected,
        about: about === undefined ? [] : rows.flatMap((row, at) => (about.test(row) ? [at] : [])),
      })),
    })),
  };
}

function pack(set: LabelledSet): Buffer {
  const text = Buffer.from(JSON.stringify(set));
  const { BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_SIZE_HINT: size } = constants;
  return brotliCompressSync(text, { params: { [window]: 24, [size]: text.length } });
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../src/features/evaluation/model-check');
  for (const kind of ['open', 'sealed'] as const) {
    const packed = pack(collectSet(kind));
    writeFileSync(join(folder, FILES[kind]), packed);
    process.stdout.write(`${FILES[kind]}: ${packed.length} bytes\n`);
  }
}
