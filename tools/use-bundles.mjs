// Must be imported first: packages are loaded from the bundles of `bundle-packages.ts`, project sources from the path
// that their importers state, and programs are started in their built form. Plain JavaScript for any Node version,
// since every Node process that a test starts loads it.
import { existsSync, readFileSync } from 'node:fs';
import * as modules from 'node:module';
import { pathToFileURL } from 'node:url';
import { builtName } from './built-programs.mjs';

const list = process.env.TEST_BUNDLES;
if (list !== undefined && modules.registerHooks !== undefined) {
  const files = Object.entries(JSON.parse(readFileSync(list, 'utf8')));
  // In the same folder as their list.
  const bundles = new Map(
    files.map(([specifier, file]) => [specifier, new URL(file, pathToFileURL(list)).href]),
  );
  const root = new URL('..', import.meta.url).href;
  // Packages installed elsewhere, or imported by a package, resolve as usual.
  const isOurs = (url = '') => url.startsWith(root) && !url.includes('/node_modules/');
  const builtOf = (program) => {
    const folder = process.env.TEST_PROGRAMS;
    if (folder === undefined || !isOurs(program)) return undefined;
    const url = new URL(builtName(program.slice(root.length)), folder);
    return existsSync(url) ? url.href : undefined;
  };
  modules.registerHooks({
    resolve(specifier, context, next) {
      const built = context.parentURL === undefined ? builtOf(specifier) : undefined;
      if (built !== undefined) return { url: built, format: 'module', shortCircuit: true };
      if (!isOurs(context.parentURL)) return next(specifier, context);
      // Our sources name each other in full: looking around for every one is a good part of what a start takes.
      const isSource = /^\.\.?\/.*\.ts$/.test(specifier);
      const url = isSource ? new URL(specifier, context.parentURL).href : bundles.get(specifier);
      if (url === undefined) return next(specifier, context);
      return { url, format: isSource ? 'module-typescript' : 'module', shortCircuit: true };
    },
  });
}
