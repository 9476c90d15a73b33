/**
 * Makes the web app's list of endpoints from the contract: method and address as values, the rest as types,
 * so that the browser loads none of the schemas.
 *
 *   node tools/web-client.ts           writes web/src/api/endpoints.ts
 *   node tools/web-client.ts --check   compares
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { format } from 'oxfmt';
import type { Endpoint } from '../src/contract/endpoint.ts';

const root = dirname(import.meta.dirname);
const target = 'web/src/api/endpoints.ts';
/** Ingest endpoints are not called by the browser. */
const FOR_SHIPPERS = /\/(elasticsearch|hec|loki|otlp|platform)\.ts$/;

const text = await clientText();
const formatted = (await format(target, text, { printWidth: 100, singleQuote: true })).code;
if (!process.argv.includes('--check')) {
  writeFileSync(join(root, target), formatted);
} else if (readFileSync(join(root, target), 'utf8') !== formatted) {
  process.stdout.write(`${target} does not match src/contract; run node tools/web-client.ts\n`);
  process.exitCode = 1;
}

async function clientText(): Promise<string> {
  const imports: string[] = [];
  const lines: string[] = [];
  for (const file of contractFiles()) {
    const room = `${camelCase(basename(file, '.ts'))}Room`;
    const module = (await import(join(root, file))) as Record<string, unknown>;
    const endpoints = Object.entries(module).filter(isEndpoint);
    if (endpoints.length === 0) continue;
    imports.push(`import type * as ${room} from '../../../${file}';`);
    for (const [name, { method, url }] of endpoints) {
      lines.push(`export const ${name} = endpoint<typeof ${room}.${name}>('${method}', '${url}');`);
    }
  }
  return [
    '/** Made from src/contract by tools/web-client.ts; never edited. */',
    ...imports,
    "import { endpoint } from './endpoint.ts';",
    '',
    ...lines,
    '',
  ].join('\n');
}

function contractFiles(): string[] {
  const files = globSync('src/contract/*.ts', { cwd: root }).toSorted();
  const isNone = /\/(endpoints?|schema)\.ts$|\.test\.ts$/;
  return files.filter((file) => !isNone.test(file) && !FOR_SHIPPERS.test(file));
}

function isEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'method' in value && 'url' in value;
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
