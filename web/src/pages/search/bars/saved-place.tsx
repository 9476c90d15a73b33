import { lazy, Suspense } from 'react';
import type { SearchState } from '../../../data/search-state.ts';

const SavedHeader = lazy(async () => {
  const { SavedHeader: component } = await import('./saved-header.tsx');
  return { default: component };
});

interface SavedPlaceProps {
  readonly state: SearchState;
  /** The query as it stands in the editor. */
  readonly draft: string;
}

/** Where the header of a saved search stands; nothing where the page did not begin with one. */
export function SavedPlace({ state, draft }: SavedPlaceProps) {
  if (state.saved === undefined) return null;
  return (
    <Suspense fallback={<div className="sx-saved" />}>
      <SavedHeader state={{ ...state, query: draft }} />
    </Suspense>
  );
}
