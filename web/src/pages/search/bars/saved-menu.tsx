/** Searches that the organization keeps: run one, save the present one, delete what nobody needs. */
import {
  ActionIcon,
  Button,
  Group,
  Menu,
  Modal,
  ScrollArea,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedSearch } from '../../../../../src/contract/saved-searches.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { useSavedSearches } from '../hooks/use-views.ts';
import { DEFAULT_STATE, type SearchState } from '../logic/search-state.ts';
import { usePage } from '../page-context.tsx';

export function SavedMenu({
  state,
  draft,
}: {
  readonly state: SearchState;
  readonly draft: string;
}) {
  const { may } = useSignedIn();
  const [isSaving, setIsSaving] = useState(false);
  const [deleted, setDeleted] = useState<SavedSearch>();
  return (
    <>
      <Menu position="bottom-end" width={380} withinPortal>
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<Icon name="star" size={13} />}
          >
            Saved
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <SavedList onDelete={setDeleted} />
        </Menu.Dropdown>
      </Menu>
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
      {isSaving && (
        <SaveDialog state={{ ...state, query: draft }} onClose={() => setIsSaving(false)} />
      )}
      {deleted !== undefined && (
        <DeleteDialog search={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </>
  );
}

function SavedList({ onDelete }: { readonly onDelete: (search: SavedSearch) => void }) {
  const { organization, may } = useSignedIn();
  const { actions } = usePage();
  const saved = useSavedSearches(organization.id);
  if (saved.error !== null) return <ErrorNotice error={saved.error} />;
  const searches = saved.data ?? [];
  if (searches.length === 0) {
    return (
      <Text size="xs" c="dimmed" p="xs">
        {saved.isPending ? 'Loading …' : 'Searches that you save are here for your whole team.'}
      </Text>
    );
  }
  return (
    <ScrollArea.Autosize mah={400}>
      {searches.map((search) => (
        <Group key={search.id} wrap="nowrap" gap={2}>
          <Menu.Item
            onClick={() =>
              actions.run(search.query, {
                earliest: search.earliest ?? DEFAULT_STATE.earliest,
                latest: search.latest ?? DEFAULT_STATE.latest,
                mode: 'auto',
              })
            }
          >
            <Text size="sm" className="xp-foreign">
              {search.name}
            </Text>
            <span className="sx-menu-query">
              {search.query === '' ? 'All events' : search.query}
            </span>
          </Menu.Item>
          {may('saved-searches:delete') && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Delete saved search ${search.name}`}
              onClick={() => onDelete(search)}
            >
              <Icon name="trash" size={13} />
            </ActionIcon>
          )}
        </Group>
      ))}
    </ScrollArea.Autosize>
  );
}

interface SaveDialogProps {
  readonly state: SearchState;
  readonly onClose: () => void;
}

function SaveDialog({ state, onClose }: SaveDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const save = useMutation({
    mutationFn: async () => {
      const { query, earliest, latest } = state;
      const body = { name: name.trim(), description, query, earliest, latest };
      return call(api.createSavedSearch, { body });
    },
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['saved-searches'] });
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title="Save search"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          if (name.trim() !== '') save.mutate();
        }}
      >
        <Stack gap="sm">
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
            Saved with the range {state.earliest} – {state.latest}.
          </Text>
          <pre className="sx-pre">{state.query === '' ? 'All events' : state.query}</pre>
          <ErrorNotice error={save.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface DeleteDialogProps {
  readonly search: SavedSearch;
  readonly onClose: () => void;
}

function DeleteDialog({ search, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => call(api.deleteSavedSearch, { params: { id: search.id } }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['saved-searches'] });
    },
  });
  return (
    <ConfirmDialog
      title="Delete saved search"
      action="Delete"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      “{search.name}” will be gone for everybody. Events are not touched.
    </ConfirmDialog>
  );
}
