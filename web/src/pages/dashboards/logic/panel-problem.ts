/** Finds problems of a panel before a request is sent to the server. */
import type {
  CompleteDefinition,
  CompletePanel,
} from '../../../../../src/contract/definition-form.ts';
import { parse } from '../../../../../src/language/index.ts';
import { hasQuery } from './fill-definition.ts';
import { sampleVariables } from './sample-variables.ts';

export interface PanelProblem {
  readonly field: 'query' | 'search' | 'then' | 'link';
  readonly message: string;
}

export function panelProblem(
  panel: CompletePanel,
  { variables, searches }: Pick<CompleteDefinition, 'variables' | 'searches'>,
): PanelProblem | undefined {
  if (!hasQuery(panel)) return undefined;
  const { query, search, then, link } = panel;
  const options = { variables: sampleVariables(variables) };
  if (search !== null && !searches.some(({ id }) => id === search)) {
    return { field: 'search', message: 'Select a shared search.' };
  }
  const isEmpty = query?.trim() === '';
  if (isEmpty) return { field: 'query', message: 'Enter a query. Use * for all events.' };
  const unread = query === null ? undefined : firstError(query, options);
  if (unread !== undefined) return { field: 'query', message: unread };
  // The same commands after a search that represents the rows of the shared one.
  const after = then === null ? undefined : firstError(`* | ${then}`, options);
  if (after !== undefined) return { field: 'then', message: after };
  if (link !== null && 'url' in link && !/^https:\/\/\S+$/.test(link.url)) {
    return { field: 'link', message: 'Enter a URL that starts with https:// and has no spaces.' };
  }
  if (link !== null && 'dashboard' in link && link.dashboard === '') {
    return { field: 'link', message: 'Select the dashboard to link to.' };
  }
  return undefined;
}

function firstError(text: string, options: Parameters<typeof parse>[1]): string | undefined {
  return parse(text, options).diagnostics.find(({ severity }) => severity === 'error')?.message;
}
