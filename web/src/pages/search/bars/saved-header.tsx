/** Which saved search the page began with, and what can be done about it. */
import { ActionIcon, Button, CloseButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { SavedSearch } from '../../../../../src/contract/saved-searches.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { savedSearchesQuery } from '../../../data/saved-searches-query.ts';
import { CopyYamlIcon } from '../../../parts/as-code/copy-yaml-icon.tsx';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { differsFromSaved, keptPart, stateOfSaved } from '../../../data/saved-search.ts';
import type { SearchState } from '../../../data/search-state.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { usePage } from '../page-context.tsx';
import { SavedStar } from './saved-star.tsx';

const SaveDialog = lazy(async () => {
  const { SaveDialog: component } = await import('./saved-dialogs.tsx');
  return { default: component };
});
const RenameDialog = lazy(async () => {
  const { RenameDialog: component } = await import('./saved-dialogs.tsx');
  return { default: component };
});

interface SavedHeaderProps {
  /** State of the page, with the query in the editor. */
  readonly state: SearchState;
}

export function SavedHeader({ state }: SavedHeaderProps) {
  const { actions } = usePage();
  const saved = useQuery(savedSearchesQuery);
  if (saved.data === undefined) {
    return (
      <div className="sx-saved">
        <ErrorNotice error={saved.error} onRetry={() => void saved.refetch()} />
      </div>
    );
  }
  const search = saved.data.find(({ id }) => id === state.saved);
  const leave = (): void => actions.change({ saved: undefined }, { replace: true });
  return (
    <section className="sx-saved" aria-label="Saved search">
      {search === undefined ? (
        <span className="sx-saved-gone">This saved search was deleted.</span>
      ) : (
        <>
          <SavedParts key={search.id} search={search} state={state} />
          <div className="sx-saved-managed">
            <ManagedBanner kind="savedSearches" id={search.id} />
          </div>
        </>
      )}
      <CloseButton
        size="sm"
        aria-label="Close saved search"
        title="Close saved search and keep the current query"
        onClick={leave}
      />
    </section>
  );
}

interface SavedPartsProps {
  readonly search: SavedSearch;
  readonly state: SearchState;
}

function SavedParts({ search, state }: SavedPartsProps) {
  const { may } = useSignedIn();
  const [dialog, setDialog] = useState<'save' | 'rename'>();
  const close = (): void => setDialog(undefined);
  const isChanged = differsFromSaved(state, search);
  return (
    <>
      <SavedStar search={search} />
      <strong className="sx-saved-name" title={search.description || search.name}>
        {search.name}
      </strong>
      {may('saved-searches:write') && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="Rename"
          title="Rename"
          onClick={() => setDialog('rename')}
        >
          <Icon name="pencil" size={13} />
        </ActionIcon>
      )}
      <CopyYamlIcon kind="savedSearches" id={search.id} name={search.name} />
      {isChanged && <ChangedParts search={search} state={state} />}
      {may('saved-searches:write') && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setDialog('save')}>
          Save as…
        </Button>
      )}
      <Suspense>
        {dialog === 'save' && (
          <SaveDialog
            title="Save as"
            name={`${search.name} (copy)`}
            state={state}
            onClose={close}
          />
        )}
        {dialog === 'rename' && <RenameDialog search={search} onClose={close} />}
      </Suspense>
    </>
  );
}

/** There while the page shows something else than what was saved. */
function ChangedParts({ search, state }: SavedPartsProps) {
  const { may } = useSignedIn();
  const { actions } = usePage();
  const answers = useQueryClient();
  const update = useMutation({
    mutationFn: async () =>
      call(api.changeSavedSearch, { params: { id: search.id }, body: keptPart(state) }),
    onSuccess: async ({ data }) => {
      answers.setQueryData(savedSearchesQuery.queryKey, (known) =>
        known?.map((each) => (each.id === data.id ? data : each)),
      );
      sayDone('Saved search updated');
      await answers.invalidateQueries(savedSearchesQuery);
    },
  });
  const goBack = (): void => {
    const { query, ...rest } = stateOfSaved(search);
    actions.run(query, rest);
  };
  return (
    <>
      <span className="sx-saved-changed">modified</span>
      {may('saved-searches:write') && (
        <Button
          size="compact-xs"
          variant="light"
          loading={update.isPending}
          title="Save for your team"
          onClick={() => update.mutate()}
        >
          Update
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={goBack}>
        Discard changes
      </Button>
      <ErrorNotice error={update.error} />
    </>
  );
}
