import type { Metrics } from '../../../base/metrics.ts';
import type { AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import type { DueWork, PeriodicJob } from '../../../engines/schedule/schedule.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import type { ChannelNeeds } from '../channels/channel-needs.ts';
import { renewChannelSecrets } from '../channels/renew-channel-secrets.ts';
import { findRules } from '../tables/alert-rules-table.ts';
import type { DeliverNeeds } from './deliver-needs.ts';
import { deliverMessages } from './deliver.ts';
import { followMails } from './follow-mails.ts';
import { forgetDeliveries } from './forget-deliveries.ts';
import { readSamples, type SampleNeeds } from './read-samples.ts';

export type MessagesNeeds = ChannelNeeds & SampleNeeds & { readonly metrics: Metrics };

/** What nodes run so that messages are sent. */
export interface Messages {
  readonly work: DueWork<AlertDeliveryRow>;
  readonly jobs: readonly PeriodicJob[];
}

export function openMessages(needs: MessagesNeeds): Messages {
  const outcomes = needs.metrics.counter(
    'xplain_alert_deliveries_total',
    'Delivery attempts of alert notifications, by channel type and outcome.',
    ['kind', 'outcome'],
  );
  const noteOutcome: DeliverNeeds['noteOutcome'] = (kind, outcome) =>
    outcomes.add(1, { kind, outcome });
  return {
    work: deliverMessages({
      ...needs,
      publicOrigin: needs.access.publicOrigin,
      isMailSent: needs.access.isMailSent,
      random: Math.random,
      findRule: async (reader, organization, id) =>
        (await findRules(reader, organization, [id]))[0],
      readSamples: (...about) => readSamples(needs, ...about),
      noteOutcome,
    }),
    jobs: [
      {
        name: 'alert-mails',
        everyMs: MINUTE_MS / 2,
        run: (signal) => followMails({ ...needs, noteOutcome }, signal),
      },
      {
        name: 'alert-delivery-tidying',
        everyMs: HOUR_MS,
        run: () => forgetDeliveries(needs),
      },
      {
        name: 'alert-secret-renewal',
        everyMs: HOUR_MS,
        run: (signal) => renewChannelSecrets(needs, signal),
      },
    ],
  };
}
