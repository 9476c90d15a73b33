import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { membersQuery } from '../../../data/members-query.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { CodeBlock } from '../../../parts/code-text.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import classes from '../exports.module.css';
import { destinationWords } from '../logic/destination-form.ts';
import { formatWords, scheduleWords } from '../logic/export-words.ts';
import { Lag } from './lag.tsx';

/** What it writes, when and where, and how far it is. */
export function ExportFacts({ shown }: { readonly shown: ScheduledExport }) {
  const zone = useTimeZone();
  const { mode, schedule, format, compression, earliest, latest } = shown;
  return (
    <dl className={classes['facts']}>
      <Fact name="Next run">
        <TimeText at={shown.nextRunAt} none="none (disabled)" form="exact" />
      </Fact>
      <Fact name="Last successful run">
        <TimeText at={shown.lastRunAt} none="never" form="exact" />
      </Fact>
      <Fact name="Schedule">{scheduleWords(schedule, zone)}</Fact>
      <Fact name="Format">{formatWords(format, compression)}</Fact>
      <Fact name="Destination">
        {destinationWords(shown.destination)}
        <Recipients shown={shown} />
      </Fact>
      <Fact name="Created by">
        {shown.createdBy}, <TimeText at={shown.createdAt} />
      </Fact>
      {mode === 'archive' ? (
        <Fact name="Lag">
          <Lag shown={shown} isExplained />
        </Fact>
      ) : (
        <Fact name="Time range, relative to the run">
          {earliest ?? '-24h'} to {latest ?? 'now'}
        </Fact>
      )}
      {mode === 'archive' && (
        <Fact name="Backfill from">
          <TimeText at={shown.startAt} form="exact" />
        </Fact>
      )}
      <Fact name="Query" isWide>
        <CodeBlock text={shown.query} what="query" />
      </Fact>
      <Fact name="Manifest signing key" isWide>
        <ArchiveKey key={shown.id} id={shown.id} />
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, isWide = false, children }: FactProps) {
  return (
    <div {...(isWide ? { className: classes['wide'] } : {})}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Recipients({ shown: { destination } }: { readonly shown: ScheduledExport }) {
  const isMail = destination.kind === 'mail';
  const members = useQuery({ ...membersQuery, enabled: isMail });
  if (!isMail) return null;
  const names = destination.recipients.map(
    (id) => members.data?.find((member) => member.id === id)?.email ?? 'a former member',
  );
  return members.data === undefined ? null : <>: {names.join(', ')}</>;
}

/** Anyone with this key can also sign manifests, so it is shown only on request. */
function ArchiveKey({ id }: { readonly id: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const key = useQuery({
    queryKey: ['export-key', id],
    queryFn: async ({ signal }) =>
      (await call(api.readArchiveKey, { params: { id } }, signal)).data,
    enabled: isAsked,
    gcTime: 0,
  });
  if (key.data !== undefined && isAsked) {
    const { key: archiveKey, webhookSecret } = key.data;
    return (
      <>
        <CodeBlock text={archiveKey} what="archive signing key" />
        {webhookSecret !== null && (
          <>
            Webhook signing secret <CodeBlock text={webhookSecret} what="webhook signing secret" />
          </>
        )}
        <Button variant="subtle" size="compact-xs" onClick={() => setIsAsked(false)}>
          Hide
        </Button>
      </>
    );
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={isAsked && key.isFetching}
        onClick={() => setIsAsked(true)}
      >
        Show signing key
      </Button>{' '}
      Use it with <code>xplain archive verify</code> to verify elsewhere that the files are complete
      and unchanged.
      <ErrorNotice error={key.error} />
    </>
  );
}
