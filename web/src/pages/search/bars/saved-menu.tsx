/** Searches that the organization keeps: run one, save the present one, change or delete others. */
import { Button, Loader } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { SavedSearch } from '../../../../../src/contract/saved-searches.ts';
import { Icon } from '../../../parts/icons.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import type { SearchState } from '../../../data/search-state.ts';
import { BarMenu } from './bar-menu.tsx';

const SavedList = lazy(async () => {
  const { SavedList: component } = await import('./saved-list.tsx');
  return { default: component };
});
const SaveDialog = lazy(async () => {
  const { SaveDialog: component } = await import('./saved-dialogs.tsx');
  return { default: component };
});
const EditDialog = lazy(async () => {
  const { EditDialog: component } = await import('./saved-dialogs.tsx');
  return { default: component };
});
const DeleteDialog = lazy(async () => {
  const { DeleteDialog: component } = await import('./saved-dialogs.tsx');
  return { default: component };
});

export function SavedMenu({
  state,
  draft,
}: {
  readonly state: SearchState;
  readonly draft: string;
}) {
  const { may } = useSignedIn();
  const [isSaving, setIsSaving] = useState(false);
  const [edited, setEdited] = useState<SavedSearch>();
  const [deleted, setDeleted] = useState<SavedSearch>();
  return (
    <>
      <BarMenu icon="star" label="Saved" width={380}>
        <Suspense fallback={<Loader size="xs" m="xs" />}>
          <SavedList onEdit={setEdited} onDelete={setDeleted} />
        </Suspense>
      </BarMenu>
      {may('saved-searches:write') && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<Icon name="plus" size={13} />}
          aria-label="Save search"
          onClick={() => setIsSaving(true)}
        >
          Save
        </Button>
      )}
      <Suspense>
        {isSaving && (
          <SaveDialog state={{ ...state, query: draft }} onClose={() => setIsSaving(false)} />
        )}
        {edited !== undefined && (
          <EditDialog search={edited} onClose={() => setEdited(undefined)} />
        )}
        {deleted !== undefined && (
          <DeleteDialog search={deleted} onClose={() => setDeleted(undefined)} />
        )}
      </Suspense>
    </>
  );
}
