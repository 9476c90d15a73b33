import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { alertChannelsQuery } from '../../../data/alerts-queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import type { ChannelAction } from './channel-action.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import { ChannelTable } from './channel-table.tsx';
import { DeleteChannel } from './delete-channel.tsx';
import { Deliveries } from './deliveries.tsx';
import { RotateSecret } from './rotate-secret.tsx';

export function ChannelsPage() {
  const { may } = useSignedIn();
  const channels = useQuery(alertChannelsQuery);
  const [action, setAction] = useState<ChannelAction>();
  const mayManage = may('channels:manage');
  return (
    <PageFrame
      title="Channels"
      isWide
      about="Where alert rules send notifications."
      actions={
        mayManage && <Button onClick={() => setAction({ kind: 'create' })}>New channel</Button>
      }
    >
      <QueryView query={channels}>
        {(list) => (
          <Stack gap="xs">
            {list.every(({ isBuiltIn }) => isBuiltIn) && (
              <EmptyState icon="inbox" title="Owners are notified by email">
                Rules can email the organization's Owners without a channel. Add channels for chat,
                webhooks and paging services here.
              </EmptyState>
            )}
            <ChannelTable channels={list} mayManage={mayManage} onAction={setAction} />
          </Stack>
        )}
      </QueryView>
      <Deliveries />
      <Dialog action={action} onClose={() => setAction(undefined)} />
    </PageFrame>
  );
}

interface DialogProps {
  readonly action: ChannelAction | undefined;
  readonly onClose: () => void;
}

function Dialog({ action, onClose }: DialogProps) {
  switch (action?.kind) {
    case undefined:
      return null;
    case 'create':
      return <ChannelDialog onClose={onClose} />;
    case 'edit':
      return <ChannelDialog channel={action.channel} onClose={onClose} />;
    case 'rotate':
      return <RotateSecret channel={action.channel} onClose={onClose} />;
    case 'delete':
      return <DeleteChannel channel={action.channel} onClose={onClose} />;
  }
}
