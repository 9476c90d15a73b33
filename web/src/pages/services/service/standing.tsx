/** How a service is, and every reason: what the score lacks is the sum of what the reasons cost. */
import { Stack, Text } from '@mantine/core';
import type { HealthReason, ServiceHealth } from '../../../../../src/contract/service-health.ts';
import type { Service } from '../../../../../src/contract/services.ts';
import { StripLegend } from '../../../charts/state-strip.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { lostWords, reasonWords, sumWords } from '../logic/reason-words.ts';
import { STRIP_WORDS } from '../logic/strip-cells.ts';
import { pointsWords, shareWords } from '../logic/value-words.ts';
import { ServiceStrip } from '../service-strip.tsx';
import { KpiStateTag, ServiceStateTag } from '../state-tag.tsx';
import classes from '../services.module.css';

interface StandingProps {
  readonly service: Service;
  readonly health: ServiceHealth;
}

export function Standing({ service, health }: StandingProps) {
  const { state, score, since, coverage, history } = health;
  return (
    <Stack gap="md" component="section" aria-label="Health">
      <div className={classes['standing']}>
        <div>
          <ServiceStateTag state={state} />
          <div className={classes['big']}>{score === null ? '–' : pointsWords(score)}</div>
          <Text size="xs" c="dimmed">
            {score === null ? 'no score' : 'of 100'}
            {since !== null && (
              <>
                , started <TimeText at={since} />
              </>
            )}
          </Text>
        </div>
        <Reasons health={health} />
      </div>
      <Causes causes={health.likelyCauses} />
      <div>
        <ServiceStrip name={service.name} history={history} />
        <StripLegend words={STRIP_WORDS} />
        {coverage !== null && (
          <Text size="xs" c="dimmed">
            Data coverage, last 24 hours: {shareWords(coverage)}
          </Text>
        )}
      </div>
    </Stack>
  );
}

function Reasons({ health }: { readonly health: ServiceHealth }) {
  return (
    <div>
      {health.reasons.length > 0 && (
        <ul className={classes['reasons']} aria-label="Score deductions">
          {health.reasons.map((reason) => (
            <ReasonLine key={reason.kpiId} reason={reason} />
          ))}
        </ul>
      )}
      <div className={classes['sum']}>{sumWords(health)}</div>
    </div>
  );
}

function ReasonLine({ reason }: { readonly reason: HealthReason }) {
  return (
    <li>
      <span className={classes['lost']}>{lostWords(reason)}</span>
      <KpiStateTag state={reason.state} />
      <span className="xp-foreign">{reasonWords(reason)}</span>
      {reason.since !== null && (
        <Text size="xs" c="dimmed" component="span">
          started <TimeText at={reason.since} />
        </Text>
      )}
    </li>
  );
}

function Causes({ causes }: { readonly causes: ServiceHealth['likelyCauses'] }) {
  if (causes.length === 0) return null;
  return (
    <div className={classes['cause']}>
      <b>{causes.length === 1 ? 'Likely cause: ' : 'Likely causes, earliest first: '}</b>
      {causes.map(({ serviceId, service, state, since }, at) => (
        <span key={serviceId}>
          {at > 0 && '; '}
          <TextLink to="/services/$id" params={{ id: serviceId }} className="xp-foreign">
            {service}
          </TextLink>{' '}
          {state}
          {since !== null && (
            <>
              , started <TimeText at={since} />
            </>
          )}
        </span>
      ))}
      . Degraded before this service, which depends on it.
    </div>
  );
}
