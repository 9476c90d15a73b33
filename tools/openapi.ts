/**
 * Writes the API document, and the client that is made from it, as a release has them; a server makes both itself.
 *
 *   node tools/openapi.ts [--lint]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS } from '../src/compose/endpoints.ts';
import { clientText } from '../src/http/api-client.ts';
import { openApiDocument } from '../src/http/openapi.ts';

const root = join(import.meta.dirname, '..');

export function writeApi(folder: string): void {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const document = openApiDocument(ENDPOINTS, version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
  writeFileSync(join(folder, 'client.ts'), clientText(document));
}

if (import.meta.main) {
  const folder = join(root, 'node_modules/.cache/api');
  writeApi(folder);
  if (process.argv.includes('--lint')) {
    const words = ['lint', join(folder, 'openapi.json')];
    const { status } = spawnSync('redocly', words, { cwd: root, stdio: 'inherit' });
    process.exitCode = status ?? 1;
  }
}
