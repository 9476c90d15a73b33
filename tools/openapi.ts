/**
 * Writes docs/api/openapi.json from the endpoints in src/contract.
 *
 *   node tools/openapi.ts [--check]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS } from '../src/compose/endpoints.ts';
import { openApiDocument } from '../src/http/openapi.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs/api/openapi.json');

if (import.meta.main) run(process.argv.includes('--check'));

function run(isCheck: boolean): void {
  const made = `${JSON.stringify(openApiDocument(ENDPOINTS, packageVersion()), null, 2)}\n`;
  if (!isCheck) {
    writeFileSync(file, made);
    return;
  }
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (kept === made) return;
  process.stderr.write(
    `docs/api/openapi.json does not match src/contract from line ${firstDifference(kept, made)} on: run node tools/openapi.ts\n`,
  );
  process.exitCode = 1;
}

function packageVersion(): string {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version;
}

function firstDifference(kept: string, made: string): number {
  const lines = kept.split('\n');
  return made.split('\n').findIndex((line, index) => line !== lines[index]) + 1;
}
