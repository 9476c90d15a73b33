/** Handing a dashboard on: as an address for colleagues, or as a link for everybody who has it. */
import { Button, Group, Modal, Stack, Tabs, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CodeBlock } from '../../../parts/code-text.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ShortLinkDialog } from '../../../parts/short-link/short-link-dialog.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { type SharedView, sharedView } from '../logic/shared-view.ts';
import { useChoice } from '../view/use-choice.ts';
import { PublicLinks } from './public-links.tsx';

interface ShareDialogProps {
  readonly dashboard: Dashboard;
  readonly onClose: () => void;
}

export function ShareDialog({ dashboard, onClose }: ShareDialogProps) {
  const { may } = useSignedIn();
  const { choice } = useChoice();
  const view = sharedView(dashboard, choice);
  return (
    <Modal
      opened
      size="lg"
      title="Share dashboard"
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Tabs defaultValue="organization" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="organization">Your organization</Tabs.Tab>
          {may('dashboards:publish') && <Tabs.Tab value="public">Public link</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="organization">
          <Inside dashboard={dashboard} view={view} />
        </Tabs.Panel>
        <Tabs.Panel value="public">
          <PublicLinks dashboard={dashboard} view={view} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

interface InsideProps {
  readonly dashboard: Dashboard;
  readonly view: SharedView;
}

function Inside({ dashboard, view }: InsideProps) {
  const { id } = dashboard;
  const [isShort, setIsShort] = useState(false);
  const share = useMutation({
    mutationFn: async () =>
      (
        await call(api.shareDashboard, {
          params: { id },
          body: { audience: 'organization', ...view },
        })
      ).data,
  });
  return (
    <Stack gap="sm">
      <Text>
        A link for members of your organization, with the current time range, time zone and
        variables. They must sign in to open it.
      </Text>
      <ErrorNotice error={share.error} />
      {share.data === undefined ? (
        <Group justify="flex-end">
          <Button loading={share.isPending} onClick={() => share.mutate()}>
            Create link
          </Button>
        </Group>
      ) : (
        <>
          <CodeBlock text={share.data.url} what="link" />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setIsShort(true)}>
              Create short link
            </Button>
            <CopyButton value={share.data.url} what="link" isLabelled />
          </Group>
          {isShort && (
            <ShortLinkDialog address={share.data.url} onClose={() => setIsShort(false)} />
          )}
        </>
      )}
    </Stack>
  );
}
