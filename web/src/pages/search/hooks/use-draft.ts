import { useCallback, useState } from 'react';

/** The text in the editor: what is typed, until another query is run or gone back to. */
export function useDraft(query: string): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState({ query, text: query });
  if (draft.query !== query) setDraft({ query, text: query });
  const set = useCallback((text: string) => setDraft((present) => ({ ...present, text })), []);
  return [draft.query === query ? draft.text : query, set];
}
