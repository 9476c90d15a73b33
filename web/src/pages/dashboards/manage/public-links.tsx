/** Links that show one version to everybody who has them, and what there is of them. */
import {
  Alert,
  Button,
  Group,
  NativeSelect,
  Stack,
  Switch,
  Table,
  TagsInput,
  Text,
} from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import type { Shared } from '../../../../../src/contract/dashboard-sharing.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { DAY_MS, HOUR_MS } from '../../../../../src/spec/units.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CodeBlock } from '../../../parts/code-text.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { Icon } from '../../../parts/icons.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import type { SharedView } from '../logic/shared-view.ts';

const limits = LIMITS.dashboards;

function linksQuery(id: string) {
  return queryOptions({
    queryKey: ['dashboard-links', id],
    queryFn: async ({ signal }) =>
      (await call(api.listDashboardLinks, { params: { id }, query: {} }, signal)).data,
  });
}

interface PublicLinksProps {
  readonly dashboard: Dashboard;
  readonly view: SharedView;
}

export function PublicLinks({ dashboard, view }: PublicLinksProps) {
  const [made, setMade] = useState<Shared>();
  return (
    <Stack gap="md">
      {made === undefined ? (
        <LinkForm dashboard={dashboard} view={view} onMade={setMade} />
      ) : (
        <MadeLink made={made} onDone={() => setMade(undefined)} />
      )}
      <LinkList id={dashboard.id} />
    </Stack>
  );
}

/** The ends that can be chosen, up to the longest life of a link. */
const LIVES = [
  { ms: limits.linkMsMin, label: 'In 1 hour' },
  { ms: DAY_MS, label: 'In 1 day' },
  { ms: limits.linkMsDefault, label: 'In 7 days' },
  { ms: 30 * DAY_MS, label: 'In 30 days' },
  { ms: limits.linkMsMax, label: 'In 90 days' },
] as const;

/** The clocks of browser and server differ a little, and both ends of a life are exact. */
const LEEWAY_MS = HOUR_MS / 60;

function endOf(ms: number): string {
  const isLongest = ms === limits.linkMsMax;
  return new Date(Date.now() + ms + (isLongest ? -LEEWAY_MS : LEEWAY_MS)).toISOString();
}

interface LinkFormProps extends PublicLinksProps {
  readonly onMade: (made: Shared) => void;
}

function LinkForm({ dashboard, view, onMade }: LinkFormProps) {
  const answers = useQueryClient();
  const { id, version } = dashboard;
  const [lifeMs, setLifeMs] = useState<number>(limits.linkMsDefault);
  const [rawRows, setRawRows] = useState(false);
  const [embedOrigins, setEmbedOrigins] = useState<string[]>([]);
  const share = useMutation({
    mutationFn: async () => {
      const settings = { expiresAt: endOf(lifeMs), rawRows, embedOrigins };
      const body = { audience: 'public', ...view, ...settings } as const;
      return (await call(api.shareDashboard, { params: { id }, body })).data;
    },
    onSuccess: (made) => {
      void answers.invalidateQueries(linksQuery(id));
      onMade(made);
    },
  });
  return (
    <Stack gap="sm">
      <Text>
        Anyone with the link can view version {version} with the current time range, without signing
        in. It shows titles and results, but no queries. Later changes aren't included.
      </Text>
      <NativeSelect
        label="Expires"
        w={200}
        value={String(lifeMs)}
        data={LIVES.map(({ ms, label }) => ({ value: String(ms), label }))}
        error={fieldError(share.error, 'expiresAt')}
        onChange={(event) => setLifeMs(Number(event.currentTarget.value))}
      />
      <Switch
        label="Include events and patterns"
        description="Log lines may contain sensitive data."
        checked={rawRows}
        onChange={(event) => setRawRows(event.currentTarget.checked)}
      />
      <TagsInput
        label="Allowed embed origins"
        description="E.g. https://status.example.com. Default: embedding is not allowed."
        maxTags={limits.embedOriginsMax}
        value={embedOrigins}
        error={fieldError(share.error, 'embedOrigins')}
        onChange={setEmbedOrigins}
      />
      <ErrorNotice error={share.error} fields={['expiresAt', 'embedOrigins']} />
      <Group justify="flex-end">
        <Button loading={share.isPending} onClick={() => share.mutate()}>
          Create public link
        </Button>
      </Group>
    </Stack>
  );
}

function MadeLink({ made, onDone }: { readonly made: Shared; readonly onDone: () => void }) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<Icon name="warning" />} p="xs">
        Copy the link now. It's shown only once; Xplain stores just a hash.
      </Alert>
      <CodeBlock text={made.url} what="link" />
      <Group justify="flex-end" gap="xs">
        <CopyButton value={made.url} what="link" isLabelled />
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}

function LinkList({ id }: { readonly id: string }) {
  const answers = useQueryClient();
  const links = useQuery(linksQuery(id));
  const withdraw = useMutation({
    mutationFn: async (link: string) => call(api.deleteDashboardLink, { params: { id, link } }),
    onSuccess: async () => answers.invalidateQueries(linksQuery(id)),
  });
  return (
    <section aria-label="Active links">
      <Text fw={600} mb={4}>
        Active links
      </Text>
      <ErrorNotice error={withdraw.error} />
      <QueryView query={links} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">No public links</Text>
          ) : (
            <Table aria-label="Public links">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Version</Table.Th>
                  <Table.Th>Created by</Table.Th>
                  <Table.Th>Expires</Table.Th>
                  <Table.Th>Content</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.map((link) => (
                  <Table.Tr key={link.id}>
                    <Table.Td>{link.version}</Table.Td>
                    <Table.Td className="xp-foreign">{link.createdBy}</Table.Td>
                    <Table.Td>
                      <TimeText at={link.expiresAt} />
                    </Table.Td>
                    <Table.Td className="xp-foreign">
                      {link.rawRows ? 'results and events' : 'results'} from{' '}
                      {link.indexes.join(', ')}
                      {link.embedOrigins.length > 0 &&
                        `, embedded in ${link.embedOrigins.join(', ')}`}
                    </Table.Td>
                    <Table.Td ta="right">
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Revoke the link of version ${link.version}`}
                        loading={withdraw.isPending && withdraw.variables === link.id}
                        onClick={() => withdraw.mutate(link.id)}
                      >
                        Revoke
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
    </section>
  );
}
