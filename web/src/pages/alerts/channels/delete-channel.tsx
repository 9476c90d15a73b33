import { useQuery } from '@tanstack/react-query';
import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { alertChannelsQuery, alertRulesQuery } from '../../../data/alerts-queries.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { countOf } from '../../../parts/sizes.ts';

interface DeleteChannelProps {
  readonly channel: AlertChannel;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function DeleteChannel({ channel, onClose }: DeleteChannelProps) {
  const rules = useQuery(alertRulesQuery);
  const using = (rules.data ?? []).filter(({ channels }) => channels.includes(channel.id));
  const alone = using.filter(({ channels }) => channels.length === 1);
  return (
    <ConfirmChange
      title="Delete channel"
      action="Delete channel"
      change={async () => call(api.deleteAlertChannel, { params: { id: channel.id } })}
      stale={alertChannelsQuery}
      done={'Channel deleted'}
      onClose={onClose}
    >
      This deletes <b>{channel.name}</b> and drops its queued notifications.{' '}
      {countOf(using.length, 'rule')} {using.length === 1 ? 'uses' : 'use'} it;{' '}
      {countOf(alone.length, 'rule')} would be left without a channel.
    </ConfirmChange>
  );
}
