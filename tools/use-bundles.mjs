// To be imported before anything else: packages are taken from the bundles that `bundle-packages.ts` has made,
// sources of the project from where their importers say, and of programs the built ones are started.
// Plain JavaScript for any Node, since it reaches every one that a test starts.
import { existsSync, readFileSync } from 'node:fs';
import * as modules from 'node:module';
import { pathToFileURL } from 'node:url';
import { builtName } from './built-programs.mjs';

const list = process.env.TEST_BUNDLES;
if (list !== undefined && modules.registerHooks !== undefined) {
  const files = Object.entries(JSON.parse(readFileSync(list, 'utf8')));
  // They lie beside their list.
  const bundles = new Map(
    files.map(([specifier, file]) => [specifier, new URL(file, pathToFileURL(list)).href]),
  );
  const root = new URL('..', import.meta.url).href;
  // What is installed elsewhere, or asked for by a package, is what it would be without us.
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
