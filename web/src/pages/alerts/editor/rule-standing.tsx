import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import { alertRulesQuery } from '../../../data/alerts-queries.ts';
import { TextLink } from '../../../parts/links.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { HealthTag, RuleStateTag } from '../badges.tsx';

/** How a rule stands at the moment: the list is looked at again by itself, the form is not. */
export function RuleStanding({ rule }: { readonly rule: AlertRule }) {
  const rules = useQuery(alertRulesQuery);
  const now = rules.data?.find(({ id }) => id === rule.id) ?? rule;
  return (
    <Group gap={8}>
      <RuleStateTag rule={now} />
      <HealthTag health={now.health} />
      {now.healthDetail !== '' && <span className="xp-foreign">{now.healthDetail}</span>}
      <Text component="span">
        Last check: <TimeText at={now.lastTickAt} none="never" />.
      </Text>
      <TextLink to="/alerts" search={{ rule: rule.id, status: 'all' }}>
        View incidents
      </TextLink>
    </Group>
  );
}
