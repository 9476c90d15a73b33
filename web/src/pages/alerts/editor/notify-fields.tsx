import { Alert, Group, MultiSelect, NativeSelect, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SEVERITIES } from '../../../../../src/spec/alerts.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { alertChannelsQuery } from '../../../data/alerts-queries.ts';
import { Icon } from '../../../parts/icons.tsx';
import { withSetting } from '../logic/rule-draft.ts';
import type { RuleFieldProps } from './field-props.ts';
import { Section } from './section.tsx';
import { SpanField } from './span-field.tsx';

const { alerts } = LIMITS;

/** Severity and recipients. */
export function NotifyFields({ draft, settled, problemOf, onChange }: RuleFieldProps) {
  const channels = useQuery(alertChannelsQuery);
  const known = channels.data ?? [];
  const gone = settled.channels.filter((id) => known.every((channel) => channel.id !== id));
  return (
    <Section title="Notifications">
      <Group align="flex-start" gap="sm" grow preventGrowOverflow={false}>
        <NativeSelect
          label="Severity"
          maw={140}
          value={settled.severity}
          data={[...SEVERITIES]}
          error={problemOf('severity')}
          onChange={(event) => {
            const severity = SEVERITIES.find((each) => each === event.currentTarget.value);
            onChange(withSetting(draft, 'severity', severity));
          }}
        />
        <MultiSelect
          label="Channels"
          searchable
          data={[
            ...known.map(({ id, name }) => ({ value: id, label: name })),
            ...gone.map((id) => ({ value: id, label: channels.isPending ? '…' : 'deleted' })),
          ]}
          value={[...settled.channels]}
          maxValues={alerts.ruleChannelsMax}
          error={problemOf('channels')}
          onChange={(ids) => onChange(withSetting(draft, 'channels', ids))}
        />
      </Group>
      {settled.channels.length === 0 && (
        <Alert color="yellow" variant="light" p="xs" icon={<Icon name="warning" />}>
          No channel: incidents only appear on the Alerts page.
        </Alert>
      )}
      <Group align="center" gap="lg" mih={44}>
        <Switch
          label="Notify on resolve"
          checked={settled.onResolve}
          onChange={(event) => onChange({ ...draft, onResolve: event.currentTarget.checked })}
        />
        <Reminder draft={draft} settled={settled} problemOf={problemOf} onChange={onChange} />
      </Group>
    </Section>
  );
}

function Reminder({ draft, problemOf, onChange }: RuleFieldProps) {
  const { renotify = null } = draft;
  return (
    <Group align="center" gap="sm">
      <Switch
        label="Repeat notification"
        checked={renotify !== null}
        onChange={(event) => {
          const seconds = event.currentTarget.checked ? 6 * alerts.renotifySecondsMin : null;
          onChange(withSetting(draft, 'renotify', seconds));
        }}
      />
      {renotify !== null && (
        <SpanField
          label="Repeat every"
          value={renotify}
          usual={6 * alerts.renotifySecondsMin}
          min={alerts.renotifySecondsMin}
          max={alerts.renotifySecondsMax}
          error={problemOf('renotify')}
          onChange={(seconds) =>
            onChange(withSetting(draft, 'renotify', seconds ?? 6 * alerts.renotifySecondsMin))
          }
        />
      )}
    </Group>
  );
}
