// Where the built form of a program stands in `dist`. Plain JavaScript for any Node, since it reaches every one that a
// test starts.

/** The file of a program that is named by its source, as `src/main.ts`. */
export function builtName(source) {
  return source.replaceAll('/', '-').replace(/\.ts$/, '.mjs');
}
