// To be imported before anything else: packages are taken from the bundles that `bundle-packages.ts` has made, and
// sources of the project from where their importers say.
// Plain JavaScript for any Node, since it reaches every one that a test starts.
import { readFileSync } from 'node:fs';
import * as modules from 'node:module';

const list = process.env.TEST_BUNDLES;
if (list !== undefined && modules.registerHooks !== undefined) {
  const bundles = new Map(Object.entries(JSON.parse(readFileSync(list, 'utf8'))));
  const root = new URL('..', import.meta.url).href;
  // What is installed elsewhere, or asked for by a package, is what it would be without us.
  const isOurs = (url = '') => url.startsWith(root) && !url.includes('/node_modules/');
  modules.registerHooks({
    resolve(specifier, context, next) {
      if (!isOurs(context.parentURL)) return next(specifier, context);
      // Our sources name each other in full: looking around for every one is a good part of what a start takes.
      const isSource = /^\.\.?\/.*\.ts$/.test(specifier);
      const url = isSource ? new URL(specifier, context.parentURL).href : bundles.get(specifier);
      if (url === undefined) return next(specifier, context);
      return { url, format: isSource ? 'module-typescript' : 'module', shortCircuit: true };
    },
  });
}
