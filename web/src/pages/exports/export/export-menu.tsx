import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { Icon } from '../../../parts/icons.tsx';
import { DeleteExport } from './delete-export.tsx';
import { ACTION_LABELS, actionsFor, useExportActions } from './use-export-actions.ts';

/** What can be done with an export without opening it. */
export function ExportMenu({ shown }: { readonly shown: ScheduledExport }) {
  const navigate = useNavigate();
  const action = useExportActions(shown);
  const [isDeleting, setIsDeleting] = useState(false);
  const params = { id: shown.id };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${shown.name}`}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void navigate({ to: '/exports/$id', params })}>
            Runs and files
          </Menu.Item>
          <Menu.Item onClick={() => void navigate({ to: '/exports/$id/edit', params })}>
            Edit
          </Menu.Item>
          {actionsFor(shown).map((each) => (
            <Menu.Item key={each} onClick={() => action.mutate(each)}>
              {ACTION_LABELS[each]}
            </Menu.Item>
          ))}
          <Menu.Item color="red" onClick={() => setIsDeleting(true)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && <DeleteExport shown={shown} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
