import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

/** Every file of the project, by path from the root: the content of a commit of the working tree. */
export function projectFiles(): string[] {
  const isOutside = (name: string): boolean =>
    /^(node_modules|\.git|dist|data|\.env|\.install\.lock.*)$/.test(name.split('/').at(-1) ?? '');
  const found = ['**/*', '**/.*', '**/.*/**/*'].flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: isOutside }),
  );
  const files = found.filter((path) => {
    const isIgnored = path.split('/').some(isOutside) || /\.(log|tsbuildinfo)$/.test(path);
    return !isIgnored && statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
  });
  return [...new Set(files)].toSorted();
}

export function readProjectFile(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
