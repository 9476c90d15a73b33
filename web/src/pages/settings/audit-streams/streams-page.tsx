import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { roleName } from '../../../shell/role-names.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import type { StreamAction } from './stream-action.ts';
import { StreamDialog } from './stream-dialog.tsx';
import { StreamTable } from './stream-table.tsx';
import { streamsQuery } from './streams-query.ts';

export function StreamsPage() {
  const { may } = useSignedIn();
  return may('audit-streams:manage') ? <Streams /> : <NotForThisRole />;
}

function Streams() {
  const streams = useQuery(streamsQuery);
  const [action, setAction] = useState<StreamAction>();
  const close = (): void => setAction(undefined);
  const isFull = (streams.data?.length ?? 0) >= LIMITS.audit.streamsMax;
  return (
    <PageFrame
      title="Audit streams"
      isWide
      about="Send every audit entry to your own systems, such as a SIEM, in order and at least once."
      actions={
        <>
          <ButtonLink to="/settings/audit" variant="default">
            Audit log
          </ButtonLink>
          <Button
            disabled={isFull}
            {...(isFull ? { title: `Maximum ${LIMITS.audit.streamsMax} streams` } : {})}
            onClick={() => setAction({ kind: 'create' })}
          >
            Create stream
          </Button>
        </>
      }
    >
      <QueryView query={streams}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="link" title="No audit streams yet">
              A stream sends entries to a webhook or to Splunk within about two seconds. They also
              stay in Xplain.
            </EmptyState>
          ) : (
            <StreamTable streams={all} onAction={setAction} />
          )
        }
      </QueryView>
      {action?.kind === 'create' && <StreamDialog onClose={close} />}
      {action?.kind === 'edit' && <StreamDialog stream={action.stream} onClose={close} />}
      {action?.kind === 'replay' && <ReplayDialog stream={action.stream} onClose={close} />}
      {action?.kind === 'delete' && (
        <ConfirmChange
          title="Delete audit stream"
          action="Delete"
          change={async () => call(api.deleteAuditStream, { params: { id: action.stream.id } })}
          stale={streamsQuery}
          done="Stream deleted"
          onClose={close}
        >
          This deletes <b className="xp-foreign">{action.stream.name}</b>. The entry about the
          deletion is the last one sent.
        </ConfirmChange>
      )}
    </PageFrame>
  );
}

function NotForThisRole() {
  const { role } = useSignedIn();
  return (
    <PageFrame title="Audit streams">
      <EmptyState
        icon="link"
        title="Audit streams require the Owner or Admin role"
        action={
          <ButtonLink to="/settings/members" variant="default">
            View members or request a temporary role
          </ButtonLink>
        }
      >
        Streams send audit entries outside the organization. Your role is {roleName(role)}.
      </EmptyState>
    </PageFrame>
  );
}
