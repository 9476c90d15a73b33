import { Text } from '@mantine/core';
import type { ServicesOverview } from '../../../../../src/contract/service-health.ts';
import { StripLegend } from '../../../charts/state-strip.tsx';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { standingWords } from '../logic/reason-words.ts';
import { STRIP_WORDS } from '../logic/strip-cells.ts';
import { pointsWords } from '../logic/value-words.ts';
import { ServiceStrip } from '../service-strip.tsx';
import { ServiceStateTag } from '../state-tag.tsx';
import classes from '../services.module.css';

type Entry = ServicesOverview['services'][number];

interface ServiceListProps {
  readonly services: readonly Entry[];
  readonly hasHistory: boolean;
}

export function ServiceList({ services, hasHistory }: ServiceListProps) {
  return (
    <>
      <ul className={classes['list']} aria-label="Services sorted by health">
        {services.map((service) => (
          <ServiceRow key={service.id} service={service} hasHistory={hasHistory} />
        ))}
      </ul>
      {hasHistory && <StripLegend words={STRIP_WORDS} />}
    </>
  );
}

function ServiceRow(props: { readonly service: Entry; readonly hasHistory: boolean }) {
  const { id, name, tier, owner, tags, state, score, reason, history, since } = props.service;
  const about = [`tier ${tier}`, ...(owner === null ? [] : [owner]), ...tags].join(' · ');
  const begin = reason?.since ?? (state === 'healthy' ? null : since);
  return (
    <li className={classes['row']}>
      <div className={classes['name']}>
        <ServiceStateTag state={state} />
        <TextLink to="/services/$id" params={{ id }} className="xp-foreign" fw={600}>
          {name}
        </TextLink>
        <ManagedMark kind="services" id={id} />
        <span className={classes['about']}>{about}</span>
      </div>
      <div className={classes['score']}>
        {score === null ? (
          <span aria-label="No health score">–</span>
        ) : (
          <span title="Health score (0–100)">{pointsWords(score)}</span>
        )}
      </div>
      <div className={classes['why']}>
        <Text className="xp-foreign">{standingWords(props.service)}</Text>
        {begin !== null && (
          <Text size="xs" c="dimmed">
            started <TimeText at={begin} />
          </Text>
        )}
      </div>
      <div className={classes['past']}>
        {props.hasHistory && <ServiceStrip name={name} history={history} />}
      </div>
    </li>
  );
}
