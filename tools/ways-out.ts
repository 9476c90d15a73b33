import { parseSync } from 'oxc-parser';

/** Something in a source that opens a connection to an address of its choice. */
export interface WayOut {
  readonly line: number;
  readonly what: string;
}

/** Exports that open connections, by module. `*` stands for the module as a whole. */
const CONNECTING: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['request', 'get', 'ClientRequest', '*'],
  'node:https': ['request', 'get', '*'],
  'node:http2': ['connect', '*'],
  'node:net': ['connect', 'createConnection', 'Socket', 'Stream', '*'],
  'node:tls': ['connect', 'TLSSocket', '*'],
  'node:dgram': ['createSocket', 'Socket', '*'],
};

const GLOBALS: readonly string[] = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];

/** Every import and every use of a global that can call an address. */
export function waysOut(file: string, text: string): WayOut[] {
  const mentioned = [...Object.keys(CONNECTING).map(bareName), ...GLOBALS];
  if (!mentioned.some((name) => text.includes(name))) return [];
  const { module, program } = parseSync(file, text);
  const found: WayOut[] = [];
  const add = (offset: number, what: string): void => {
    found.push({ line: text.slice(0, offset).split('\n').length, what });
  };
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const names = entries
      .filter((entry) => !entry.isType)
      .map((entry) => (entry.importName.kind === 'Name' ? (entry.importName.name ?? '*') : '*'));
    for (const name of connecting(moduleRequest.value, names)) add(start, name);
  }
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest, importName, isType } of entries) {
      if (isType || moduleRequest === null) continue;
      const name = importName.kind === 'Name' ? (importName.name ?? '*') : '*';
      for (const each of connecting(moduleRequest.value, [name])) add(start, each);
    }
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const specifier = text.slice(moduleRequest.start + 1, moduleRequest.end - 1);
    for (const name of connecting(specifier, ['*'])) add(start, name);
  }
  if (GLOBALS.some((name) => text.includes(name))) walk(program, add);
  return found;
}

function bareName(specifier: string): string {
  return specifier.replace('node:', '');
}

function connecting(specifier: string, names: readonly string[]): string[] {
  const full = specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  return names
    .filter((name) => CONNECTING[full]?.includes(name))
    .map((name) => `${name} of ${full}`);
}

/** Calls and constructions of globals, also as a property of `globalThis`. */
function walk(node: unknown, add: (offset: number, what: string) => void): void {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, add);
    return;
  }
  if (!isNode(node)) return;
  if (node['type'] === 'CallExpression' || node['type'] === 'NewExpression') {
    const name = globalName(node['callee']);
    if (name !== undefined) add(Number(node['start']), name);
  }
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, add);
}

type SyntaxNode = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null;
}

function globalName(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined;
  const isMember =
    callee['type'] === 'MemberExpression' &&
    isNode(callee['object']) &&
    /^(globalThis|global|window|self)$/.test(String(callee['object']['name']));
  const named = isMember ? callee['property'] : callee;
  const name = isNode(named) && named['type'] === 'Identifier' ? String(named['name']) : '';
  return GLOBALS.includes(name) ? name : undefined;
}
