/** The file of a dashboard, before it is sent to the server. */
import type { DashboardDefinition } from '../../../../../src/contract/dashboard-definition.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';

type Read =
  | { readonly kind: 'definition'; readonly definition: DashboardDefinition }
  | { readonly kind: 'problem'; readonly message: string };

/** Rejects only files that are clearly something else; the server reports all other errors. */
export function readDefinitionText(text: string): Read {
  const isTooLarge = text.length > LIMITS.dashboards.definitionBytesMax * 2;
  if (isTooLarge) return problem('The file is too large.');
  try {
    const value: unknown = JSON.parse(text);
    const isDefinition = typeof value === 'object' && value !== null && 'schema' in value;
    if (!isDefinition) {
      return problem("This isn't a dashboard file: the field “schema” is missing.");
    }
    return { kind: 'definition', definition: value as DashboardDefinition };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return problem("This isn't a JSON file. For YAML, use xplain dashboards apply.");
  }
}

function problem(message: string): Read {
  return { kind: 'problem', message };
}
