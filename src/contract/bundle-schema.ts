import { LIMITS } from '../spec/limits.ts';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS } from './bundle-kinds.ts';

/** The JSON Schema of a bundle, by which editors complete and check one. */
export function bundleSchema(): object {
  const sections = BUNDLE_KINDS.map((kind) => {
    const { key, definition } = BUNDLE_KIND_FACTS[kind];
    const section = {
      type: 'object',
      additionalProperties: false,
      patternProperties: {
        [key.source]: kind === 'lookups' ? { anyOf: [definition, TABLE_IN_FILE] } : definition,
      },
    };
    return [kind, section] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Xplain bundle',
    description: `Configuration of an organization: at most ${LIMITS.bundles.thingsMax} resources in ${LIMITS.bundles.bytesMax} bytes.`,
    type: 'object',
    required: ['xplain', 'bundle'],
    additionalProperties: false,
    properties: {
      xplain: { const: 1, description: 'Version of the format.' },
      bundle: {
        type: 'string',
        pattern: `^[a-z0-9-]{1,${LIMITS.bundles.keyCharactersMax}}$`,
        description: 'Name of the bundle, which owns the resources it creates.',
      },
      adopt: {
        type: 'boolean',
        description: 'Take over existing resources with the same key or name.',
      },
      ...Object.fromEntries(sections),
    },
  };
}

/** The command line reads the file, and sends the table itself. */
const TABLE_IN_FILE = {
  type: 'object',
  required: ['file'],
  additionalProperties: false,
  properties: {
    file: { type: 'string', description: 'CSV file, relative to the bundle.' },
    adopt: { type: 'boolean', description: 'Take over an existing table with this name.' },
  },
};
