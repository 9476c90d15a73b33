import { parseSync } from 'oxc-parser';

export interface ImportStatement {
  /** Undefined for `import(name)`: only running the code would tell. */
  readonly specifier: string | undefined;
  readonly line: number;
  /** `await import(…)`: loaded only when the code runs. */
  readonly isDynamic: boolean;
  /** Nothing of it is left at run time. */
  readonly isType: boolean;
}

/** Every module a source names: imports, re-exports and `import()`; the linter forbids `import()` in types. */
export function readImports(file: string, text: string): ImportStatement[] {
  const { module, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} cannot be read: ${error.message}`);

  const statements: ImportStatement[] = [];
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType);
    statements.push({
      specifier: moduleRequest.value,
      line: lineOf(text, start),
      isDynamic: false,
      isType,
    });
  }
  for (const { entries, start } of module.staticExports) {
    const [entry] = entries;
    const request = entry?.moduleRequest;
    if (request === undefined || request === null) continue;
    const isType = entries.every((each) => each.isType);
    statements.push({
      specifier: request.value,
      line: lineOf(text, start),
      isDynamic: false,
      isType,
    });
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const source = text.slice(moduleRequest.start, moduleRequest.end);
    const specifier = /^['"`]([^'"`$]*)['"`]$/.exec(source)?.[1];
    statements.push({ specifier, line: lineOf(text, start), isDynamic: true, isType: false });
  }
  return statements;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
