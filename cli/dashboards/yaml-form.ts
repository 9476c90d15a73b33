/** A definition as YAML that people read and compare: fields in the order of the schema, queries as blocks. */
import { isMap, isScalar, LineCounter, parseDocument, Document, Scalar, visit } from 'yaml';
import type { DashboardDefinition } from '../../src/contract/dashboard-definition.ts';
import { canonicalDefinition } from '../../src/contract/definition-form.ts';
import { readDefinition, type ReadDefinition } from '../../src/contract/read-definition.ts';

/** Texts that are written as they are, each line on a line of its own. */
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
      // An empty object has no lines to stand on.
      if (isMap(node) && node.items.length === 0) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

const PROBLEMS_MAX = 10;

/** Takes JSON as well, which is YAML. */
export function fromYaml(text: string): ReadDefinition {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message, pos }) => {
      const { line, col } = lines.linePos(pos[0]);
      return `${line}:${col}: ${message.split('\n', 1)[0] ?? ''}`;
    });
    return { kind: 'problems', problems: problems.slice(0, PROBLEMS_MAX) };
  }
  let value: unknown;
  try {
    // A short text that names itself again and again must not become a long one.
    value = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return {
      kind: 'problems',
      problems: ["YAML aliases aren't supported in a dashboard definition"],
    };
  }
  return readDefinition(value);
}
