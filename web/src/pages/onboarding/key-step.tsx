import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { CodeBlock, CodeText } from '../../parts/code-text.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { TextLink } from '../../parts/links.tsx';
import { useSignedIn } from '../../shell/signed-in.tsx';
import { keysQuery } from '../../data/keys-query.ts';
import { useOwnKey } from './use-own-key.ts';

/** Creates a key in place that can only send events. */
export function KeyStep() {
  const { may, user } = useSignedIn();
  const [key, setKey] = useOwnKey();
  const answers = useQueryClient();
  const create = useMutation({
    mutationFn: async () =>
      call(api.createApiKey, { body: { name: nameFor(user.email), scope: 'ingest-only' } }),
    onSuccess: ({ data }) => {
      setKey(data.value);
      void answers.invalidateQueries(keysQuery);
    },
  });
  if (key !== undefined) {
    return (
      <>
        <Text>
          Copy the key now and store it safely. It's shown until you close this page, and never
          again.
        </Text>
        <CodeBlock text={key} what="API key" />
      </>
    );
  }
  if (!may('keys:create')) {
    return (
      <Text>
        Only Owners and Admins can create API keys. Ask one of them for a key with the scope{' '}
        <CodeText>ingest-only</CodeText>, and use it instead of <CodeText>YOUR_KEY</CodeText> in the
        snippets.
      </Text>
    );
  }
  return (
    <>
      <Group gap="sm">
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          Create API key
        </Button>
        <Text c="dimmed">
          The key can only send logs. If you already have one, use it instead of{' '}
          <CodeText>YOUR_KEY</CodeText> in the snippets.{' '}
          <TextLink to="/settings/api-keys">API keys</TextLink> lists all keys.
        </Text>
      </Group>
      <ErrorNotice error={create.error} />
    </>
  );
}

function nameFor(email: string): string {
  return `Getting started: ${email.split('@')[0] ?? 'member'}`.slice(0, 100);
}
