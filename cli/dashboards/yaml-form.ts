/** A dashboard as YAML that people read and compare: fields in the order of the schema, queries as blocks. */
import { Document, isMap, isScalar, Scalar, visit } from 'yaml';
import type { DashboardDefinition } from '../../src/contract/dashboard-definition.ts';
import { canonicalDefinition } from '../../src/contract/definition-form.ts';

/** Keys whose text is written as a block, line by line. */
const BLOCKS: ReadonlySet<string> = new Set(['query', 'then', 'markdown']);

export function toYaml(definition: DashboardDefinition): string {
  const document = new Document(canonicalDefinition(definition));
  visit(document, {
    Pair(_, { key, value }) {
      const name = isScalar(key) ? key.value : undefined;
      if (typeof name !== 'string' || !BLOCKS.has(name)) return;
      if (isScalar(value) && typeof value.value === 'string') value.type = Scalar.BLOCK_LITERAL;
    },
    Map(_, node) {
      // An empty object can't be written in block style.
      if (isMap(node) && node.items.length === 0) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}
