import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShortLink } from '../../../../../src/contract/short-links.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { shortLinksQuery } from '../../../data/short-links-query.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { toSafeText } from '../../../parts/log-text.ts';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';

export function ShortLinksPage() {
  const { may } = useSignedIn();
  const links = useQuery(shortLinksQuery);
  const [revoked, setRevoked] = useState<ShortLink>();
  return (
    <PageFrame
      title="Short links"
      about={
        may('short-links:manage')
          ? 'Short links of all members. They open only for members who are signed in.'
          : 'Your short links. They open only for members who are signed in.'
      }
    >
      <QueryView query={links}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="link" title="No short links yet">
              Choose Share → Create short link on the search page, or Share on a dashboard.
            </EmptyState>
          ) : (
            <WideTable label="Short links" minWidth={720}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Link</Table.Th>
                  <Table.Th>Owner</Table.Th>
                  <Table.Th>Created</Table.Th>
                  <Table.Th>Expires</Table.Th>
                  <ActionsHead />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map((link) => (
                  <LinkRow key={link.id} link={link} onRevoke={setRevoked} />
                ))}
              </Table.Tbody>
            </WideTable>
          )
        }
      </QueryView>
      {revoked !== undefined && (
        <ConfirmChange
          title="Revoke short link"
          action="Revoke"
          change={async () => call(api.revokeShortLink, { params: { id: revoked.id } })}
          stale={shortLinksQuery}
          done="Short link revoked"
          onClose={() => setRevoked(undefined)}
        >
          <b className="xp-foreign">{nameOf(revoked)}</b> stops working immediately.
        </ConfirmChange>
      )}
    </PageFrame>
  );
}

interface LinkRowProps {
  readonly link: ShortLink;
  readonly onRevoke: (link: ShortLink) => void;
}

function LinkRow({ link, onRevoke }: LinkRowProps) {
  const now = useNow();
  const { url, path, createdBy, createdAt, expiresAt } = link;
  const name = nameOf(link);
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign" maw={360}>
        <a href={url}>{name}</a> <CopyButton value={url} what={`short link ${name}`} />
        <Text size="xs" c="dimmed" className="xp-foreign xp-mono" lineClamp={2}>
          {path}
        </Text>
      </Table.Td>
      <Table.Td className="xp-foreign">{createdBy}</Table.Td>
      <Table.Td>
        <TimeText at={createdAt} />
      </Table.Td>
      <Table.Td>
        {Date.parse(expiresAt) <= now ? 'Expired ' : ''}
        <TimeText at={expiresAt} form="exact" />
      </Table.Td>
      <Table.Td ta="right">
        <RowAction label={`Revoke ${name}`} isDanger onClick={() => onRevoke(link)}>
          Revoke
        </RowAction>
      </Table.Td>
    </Table.Tr>
  );
}

function nameOf({ title, url }: ShortLink): string {
  return title === '' ? url.slice(url.lastIndexOf('/s/')) : toSafeText(title);
}
