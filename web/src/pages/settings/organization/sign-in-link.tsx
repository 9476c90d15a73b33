import { Button, Code, Divider, Group, Stack, Table, Text, Title } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProviderSetting } from '../../../../../src/contract/organization-sign-in.ts';
import { providerFacts } from '../../../../../src/spec/sign-in.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { OAuthClientDialog } from './oauth-client-dialog.tsx';

const signInLinkQuery = queryOptions({
  queryKey: ['organization', 'sign-in'],
  queryFn: async ({ signal }) => (await call(api.readOrganizationSignIn, {}, signal)).data,
});

/** The organization's own sign-in link, and the OAuth clients it uses. */
export function SignInLink() {
  const link = useQuery(signInLinkQuery);
  return (
    <Stack gap="xs" maw={760}>
      <Divider />
      <Title order={2}>Sign-in link</Title>
      <Text c="dimmed">
        With your own OAuth clients, Google and GitHub show your organization's name on sign-in.
        Only members and invited people can use the link, and only for this organization. Without an
        OAuth client, the link offers the installation's sign-in methods.
      </Text>
      <QueryView query={link}>
        {({ url, providers }) => (
          <>
            <Group gap="xs" wrap="nowrap">
              <Code className="xp-foreign">{url}</Code>
              <CopyButton value={url} what="sign-in link" />
            </Group>
            <Table>
              <Table.Tbody>
                {providers.map((setting) => (
                  <ProviderRow key={setting.provider} setting={setting} />
                ))}
              </Table.Tbody>
            </Table>
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function ProviderRow({ setting }: { readonly setting: ProviderSetting }) {
  const [asked, setAsked] = useState<'change' | 'remove'>();
  const { provider, client } = setting;
  const { name } = providerFacts(provider);
  const close = () => setAsked(undefined);
  return (
    <Table.Tr>
      <Table.Th w={100}>{name}</Table.Th>
      <Table.Td className="xp-foreign">
        {client === null ? (
          <Text c="dimmed">Not configured</Text>
        ) : (
          <>
            <Code>{client.clientId}</Code>
            <Text c="dimmed" size="xs">
              Secret set <TimeText at={client.secretSetAt} /> by {client.secretSetBy}
            </Text>
          </>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" size="xs" onClick={() => setAsked('change')}>
            {client === null ? 'Set up' : 'Replace'}
          </Button>
          {client !== null && (
            <Button variant="outline" color="red" size="xs" onClick={() => setAsked('remove')}>
              Remove
            </Button>
          )}
        </Group>
        {asked === 'change' && <OAuthClientDialog setting={setting} onClose={close} />}
        {asked === 'remove' && <RemoveClient setting={setting} onClose={close} />}
      </Table.Td>
    </Table.Tr>
  );
}

interface RemoveClientProps {
  readonly setting: ProviderSetting;
  readonly onClose: () => void;
}

function RemoveClient({ setting: { provider }, onClose }: RemoveClientProps) {
  const { name } = providerFacts(provider);
  const answers = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => call(api.removeOAuthClient, { params: { provider } }),
    onSuccess: async () => {
      await answers.invalidateQueries({ queryKey: signInLinkQuery.queryKey });
      sayDone('OAuth client removed');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${name} OAuth client`}
      action="Remove"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      The sign-in link then uses the installation's {name} client, if there is one. People who
      signed in with this client are signed out.
    </ConfirmDialog>
  );
}
