import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertIncidentWhole } from '../../../../../src/contract/alerts.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { messageOf } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { sayFailed } from '../../../parts/ready-notice.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { evidenceRange } from '../logic/evidence-range.ts';
import { SnoozeMenu } from '../snooze-menu.tsx';

type Action =
  | { readonly kind: 'acknowledge' | 'resolve' }
  | { readonly kind: 'snooze'; readonly seconds: number };

export function IncidentActions({ incident }: { readonly incident: AlertIncidentWhole }) {
  const { may } = useSignedIn();
  const action = useAction(incident.id);
  const isOpen = incident.status === 'firing' && may('alerts:write');
  const busy = action.isPending ? action.variables.kind : undefined;
  return (
    <>
      {isOpen && incident.acknowledgedBy === null && (
        <Button
          leftSection={<Icon name="check" size={13} />}
          loading={busy === 'acknowledge'}
          onClick={() => action.mutate({ kind: 'acknowledge' })}
        >
          Acknowledge
        </Button>
      )}
      {isOpen && (
        <>
          <SnoozeMenu
            isBusy={busy === 'snooze'}
            snoozedUntil={incident.snoozedUntil}
            onSnooze={(seconds) => action.mutate({ kind: 'snooze', seconds })}
          />
          <Button
            variant="default"
            loading={busy === 'resolve'}
            title="Stays resolved until the condition clears once"
            onClick={() => action.mutate({ kind: 'resolve' })}
          >
            Resolve
          </Button>
        </>
      )}
      {may('logs:read') && (
        <ButtonLink
          to="/search"
          search={{ q: incident.query, ...evidenceRange(incident) }}
          variant="default"
          leftSection={<Icon name="search" size={13} />}
        >
          Open search
        </ButtonLink>
      )}
    </>
  );
}

function useAction(id: string) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (action: Action) => {
      const params = { id };
      switch (action.kind) {
        case 'acknowledge':
          return call(api.acknowledgeAlert, { params });
        case 'resolve':
          return call(api.resolveAlert, { params });
        case 'snooze':
          return call(api.snoozeAlert, { params, body: { seconds: action.seconds } });
      }
    },
    onSuccess: async () => {
      await answers.invalidateQueries({ queryKey: ['alert', id] });
      void answers.invalidateQueries({ queryKey: ['alerts'] });
    },
    onError: (error) => sayFailed(messageOf(error)),
  });
}
