/** Builds a prompt about a search for the user's own assistant; nothing here calls a model. */
export function agentPrompt(
  {
    query,
    earliest,
    latest,
  }: { readonly query: string; readonly earliest: string; readonly latest: string },
  link: string,
): string {
  return [
    'Investigate these logs with the xplain tools. Count first, then list patterns, then read single events. Include event IDs in your answer.',
    `query: ${query === '' ? '*' : query}`,
    `earliest: ${earliest}`,
    `latest: ${latest}`,
    `link: ${link}`,
  ].join('\n');
}
