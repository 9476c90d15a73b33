/** Saving a search, and changing or deleting one that was saved. */
import { Group, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedSearch } from '../../../../../src/contract/saved-searches.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { savedSearchesQuery } from '../../../data/saved-searches-query.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { keptPart } from '../../../data/saved-search.ts';
import type { SearchState } from '../../../data/search-state.ts';
import { usePage } from '../page-context.tsx';

interface SaveDialogProps {
  readonly title?: string;
  /** Suggested name. */
  readonly name?: string;
  readonly state: SearchState;
  readonly onClose: () => void;
}

export function SaveDialog({ title = 'Save search', state, onClose, ...given }: SaveDialogProps) {
  const client = useQueryClient();
  const { actions } = usePage();
  const nameMax = LIMITS.savedSearches.nameCharactersMax;
  const [name, setName] = useState((given.name ?? '').slice(0, nameMax));
  const [description, setDescription] = useState('');
  const save = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim(), description, ...keptPart(state) };
      return call(api.createSavedSearch, { body });
    },
    onSuccess: async ({ data }) => {
      client.setQueryData(savedSearchesQuery.queryKey, (known) =>
        known === undefined ? known : [data, ...known],
      );
      actions.change({ saved: data.id }, { replace: true });
      onClose();
      await client.invalidateQueries(savedSearchesQuery);
    },
  });
  return (
    <FormDialog
      title={title}
      onSubmit={() => {
        if (name.trim() !== '') save.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        required
        maxLength={LIMITS.savedSearches.nameCharactersMax}
        value={name}
        onChange={(change) => setName(change.currentTarget.value)}
      />
      <Textarea
        label="Description"
        autosize
        maxLength={LIMITS.savedSearches.descriptionCharactersMax}
        value={description}
        onChange={(change) => setDescription(change.currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        Includes the time range {state.earliest} – {state.latest}, view, columns and sort order.
      </Text>
      <pre className="sx-pre">{state.query === '' ? 'All events' : state.query}</pre>
      <FormEnd
        error={save.error}
        isBusy={save.isPending}
        isDisabled={name.trim() === ''}
        onCancel={onClose}
      >
        Save
      </FormEnd>
    </FormDialog>
  );
}

/** Dialog for the name only, the most common change of a saved search. */
export function RenameDialog({ search, onClose }: EditDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(search.name);
  const rename = useMutation({
    mutationFn: async () =>
      call(api.changeSavedSearch, { params: { id: search.id }, body: { name: name.trim() } }),
    onSuccess: async () => {
      await client.invalidateQueries(savedSearchesQuery);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Rename saved search"
      onSubmit={() => {
        if (name.trim() !== '') rename.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        required
        maxLength={LIMITS.savedSearches.nameCharactersMax}
        value={name}
        onChange={(change) => setName(change.currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        Update queries that use it (`| savedsearch`), too.
      </Text>
      <FormEnd
        error={rename.error}
        isBusy={rename.isPending}
        isDisabled={name.trim() === ''}
        onCancel={onClose}
      >
        Rename
      </FormEnd>
    </FormDialog>
  );
}

interface EditDialogProps {
  readonly search: SavedSearch;
  readonly onClose: () => void;
}

/** If a time is empty, the user who runs the search chooses it. */
export function EditDialog({ search, onClose }: EditDialogProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState({
    name: search.name,
    description: search.description,
    query: search.query,
    earliest: search.earliest ?? '',
    latest: search.latest ?? '',
  });
  const change = useMutation({
    mutationFn: async () => {
      const times = {
        earliest: draft.earliest.trim() || null,
        latest: draft.latest.trim() || null,
      };
      const body = { ...draft, ...times, name: draft.name.trim() };
      return call(api.changeSavedSearch, { params: { id: search.id }, body });
    },
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries(savedSearchesQuery);
    },
  });
  return (
    <FormDialog
      title="Edit saved search"
      onSubmit={() => {
        if (draft.name.trim() !== '') change.mutate();
      }}
      onClose={onClose}
    >
      <EditFields draft={draft} onChange={setDraft} />
      <FormEnd
        error={change.error}
        isBusy={change.isPending}
        isDisabled={draft.name.trim() === ''}
        onCancel={onClose}
      >
        Save changes
      </FormEnd>
    </FormDialog>
  );
}

type EditDraft = Readonly<Record<'name' | 'description' | 'query' | 'earliest' | 'latest', string>>;

interface EditFieldsProps {
  readonly draft: EditDraft;
  readonly onChange: (draft: EditDraft) => void;
}

function EditFields({ draft, onChange }: EditFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        data-autofocus
        required
        maxLength={LIMITS.savedSearches.nameCharactersMax}
        value={draft.name}
        onChange={(change) => onChange({ ...draft, name: change.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        maxLength={LIMITS.savedSearches.descriptionCharactersMax}
        value={draft.description}
        onChange={(change) => onChange({ ...draft, description: change.currentTarget.value })}
      />
      <Textarea
        label="Query"
        autosize
        maxRows={12}
        spellCheck={false}
        maxLength={LIMITS.query.textCharactersMax}
        value={draft.query}
        onChange={(change) => onChange({ ...draft, query: change.currentTarget.value })}
      />
      <Group gap="sm" grow>
        <TextInput
          label="Earliest"
          placeholder="-24h"
          value={draft.earliest}
          onChange={(change) => onChange({ ...draft, earliest: change.currentTarget.value })}
        />
        <TextInput
          label="Latest"
          placeholder="now"
          value={draft.latest}
          onChange={(change) => onChange({ ...draft, latest: change.currentTarget.value })}
        />
      </Group>
    </>
  );
}

interface DeleteDialogProps {
  readonly search: SavedSearch;
  readonly onClose: () => void;
}

export function DeleteDialog({ search, onClose }: DeleteDialogProps) {
  return (
    <ConfirmChange
      title="Delete saved search"
      action="Delete"
      change={async () => call(api.deleteSavedSearch, { params: { id: search.id } })}
      stale={savedSearchesQuery}
      onClose={onClose}
    >
      This deletes “{search.name}” for everyone in the organization. Events are not affected.
    </ConfirmChange>
  );
}
