/** A bundle as YAML that people read and compare: queries and tables as blocks, the rest as it comes. */
import { Document, isMap, isScalar, isSeq, Scalar, visit } from 'yaml';

/** Texts that are written as they are, each line on a line of its own. */
const BLOCKS: ReadonlySet<string> = new Set([
  'query',
  'then',
  'markdown',
  'csv',
  'template',
  'body',
]);

export function bundleText(bundle: unknown): string {
  const document = new Document(bundle, { aliasDuplicateObjects: false });
  visit(document, {
    Pair(_, { key, value }) {
      const name = isScalar(key) ? key.value : undefined;
      if (typeof name !== 'string' || !BLOCKS.has(name)) return;
      if (!isScalar(value) || typeof value.value !== 'string') return;
      if (value.value.includes('\n')) value.type = Scalar.BLOCK_LITERAL;
    },
    Collection(_, node) {
      // What is empty, or names a secret, fits on the line.
      const isReference =
        isMap(node) && node.items.length === 1 && (node.has('env') || node.has('file'));
      if (isReference || ((isMap(node) || isSeq(node)) && node.items.length === 0)) {
        node.flow = true;
      }
    },
  });
  return document.toString({ lineWidth: 0 });
}
