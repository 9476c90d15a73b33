import type { ReactNode } from 'react';
import { valueText } from '../../../../../src/charts/value-text.ts';
import type { AlertIncident } from '../../../../../src/contract/alerts.ts';
import { TextLink } from '../../../parts/links.tsx';
import { LinkList, useRowLinks } from '../../../query/links/field-links.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { lastedWords, reasonWords } from '../logic/incident-words.ts';
import classes from './incident.module.css';

interface IncidentFactsProps {
  readonly incident: AlertIncident;
  readonly isRuleThere: boolean;
}

/** The key facts of an incident. */
export function IncidentFacts({ incident, isRuleThere }: IncidentFactsProps) {
  const now = useNow();
  const linksFor = useRowLinks();
  const { group, value, firedAt, resolvedAt, resolvedReason, acknowledgedBy, snoozedUntil } =
    incident;
  const values = group ?? {};
  const links = Object.keys(values).flatMap((field) => linksFor(values, field));
  return (
    <dl className={classes['facts']}>
      <Fact name="Value">{value === null ? '–' : valueText(value)}</Fact>
      <Fact name="Fired">
        <TimeText at={firedAt} form="exact" />
      </Fact>
      <Fact name="Duration">{lastedWords(incident, now)}</Fact>
      {resolvedAt !== null && (
        <Fact name="Resolved">
          <TimeText at={resolvedAt} form="exact" />
        </Fact>
      )}
      {resolvedReason !== null && (
        <Fact name="Resolved because">{reasonWords(resolvedReason)}</Fact>
      )}
      {acknowledgedBy !== null && <Fact name="Acknowledged by">{acknowledgedBy}</Fact>}
      {snoozedUntil !== null && Date.parse(snoozedUntil) > now && (
        <Fact name="Snoozed until">
          <TimeText at={snoozedUntil} form="exact" />
        </Fact>
      )}
      {links.length > 0 && (
        <Fact name="Links">
          <LinkList links={links} />
        </Fact>
      )}
      <Fact name="Rule">
        {isRuleThere ? (
          <TextLink to="/alerts/rules/$id" params={{ id: incident.ruleId }}>
            {incident.ruleName}
          </TextLink>
        ) : (
          incident.ruleName
        )}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
