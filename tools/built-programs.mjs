// The path of a built program in `dist`. Plain JavaScript for any Node version, since every Node process that a test
// starts loads it.

/** The file of a program that is named by its source, as `src/main.ts`. */
export function builtName(source) {
  return source.replaceAll('/', '-').replace(/\.ts$/, '.mjs');
}
