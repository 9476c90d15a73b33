import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { alertChannelsQuery } from '../../../data/alerts-queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import type { ChannelDeed } from './channel-deed.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import { ChannelTable } from './channel-table.tsx';
import { DeleteChannel } from './delete-channel.tsx';
import { Deliveries } from './deliveries.tsx';
import { RotateSecret } from './rotate-secret.tsx';

export function ChannelsPage() {
  const { may } = useSignedIn();
  const channels = useQuery(alertChannelsQuery);
  const [deed, setDeed] = useState<ChannelDeed>();
  const mayManage = may('channels:manage');
  return (
    <PageFrame
      title="Channels"
      isWide
      about="Where alert rules send notifications."
      actions={
        mayManage && <Button onClick={() => setDeed({ kind: 'create' })}>New channel</Button>
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
            <ChannelTable channels={list} mayManage={mayManage} onDeed={setDeed} />
          </Stack>
        )}
      </QueryView>
      <Deliveries />
      <Dialog deed={deed} onClose={() => setDeed(undefined)} />
    </PageFrame>
  );
}

interface DialogProps {
  readonly deed: ChannelDeed | undefined;
  readonly onClose: () => void;
}

function Dialog({ deed, onClose }: DialogProps) {
  switch (deed?.kind) {
    case undefined:
      return null;
    case 'create':
      return <ChannelDialog onClose={onClose} />;
    case 'edit':
      return <ChannelDialog channel={deed.channel} onClose={onClose} />;
    case 'rotate':
      return <RotateSecret channel={deed.channel} onClose={onClose} />;
    case 'delete':
      return <DeleteChannel channel={deed.channel} onClose={onClose} />;
  }
}
