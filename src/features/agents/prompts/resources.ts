import { readSavedSearch } from '../../../contract/saved-searches.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { writeAnswer } from '../answers/write-answer.ts';
import type { ResourceDefinition, ResourceTemplateDefinition } from '../calling/serve-mcp.ts';
import { alertGet } from '../tools/alerts.ts';
import { languagePage } from '../tools/language-help.ts';
import type { ToolCaller } from '../tools/tool.ts';
import { ToolProblem } from '../tools/tool-problem.ts';

const LANGUAGE = 'xplain://language';
const mimeType = 'text/plain';

export const RESOURCES: readonly ResourceDefinition[] = [
  { uri: LANGUAGE, name: 'language', description: 'The query language on one page', mimeType },
];

export const RESOURCE_TEMPLATES: readonly ResourceTemplateDefinition[] = [
  { uriTemplate: 'xplain://alerts/{id}', name: 'alert', description: 'An incident', mimeType },
  {
    uriTemplate: 'xplain://saved-searches/{id}',
    name: 'saved-search',
    description: 'A saved search',
    mimeType,
  },
];

/** In the form of the tools' answers. Undefined when there is nothing of this caller under the address. */
export async function readResource(
  caller: ToolCaller,
  uri: string,
  isMasked: boolean,
): Promise<string | undefined> {
  if (uri === LANGUAGE) return languagePage(undefined);
  const [, kind, id] = /^xplain:\/\/(alerts|saved-searches)\/([\w-]{1,64})$/.exec(uri) ?? [];
  if (id === undefined) return undefined;
  const { tokensDefault: maxTokens, lineCharactersMax: lineCharacters } = LIMITS.agents;
  const form = { maxTokens, lineCharacters, isMasked, format: 'text' } as const;
  try {
    if (kind === 'alerts') {
      return writeAnswer('alert', await alertGet(caller, { id, maxTokens, format: 'text' }), form)
        .text;
    }
    const { data } = await caller.call(readSavedSearch, { params: { id } });
    const table = { columns: ['id', 'name', 'query'], rows: [[data.id, data.name, data.query]] };
    return writeAnswer('saved-search', { head: () => 'one', tables: [table] }, form).text;
  } catch (error) {
    if (error instanceof ToolProblem) return undefined;
    throw error;
  }
}
