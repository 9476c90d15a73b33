import { Group, Stack, Table, Text } from '@mantine/core';
import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { HealthTag, RuleStateTag, SeverityTag } from '../badges.tsx';
import { conditionWords } from '../logic/condition-words.ts';
import { tellsNobody } from '../logic/watch-words.ts';
import { RuleMenu } from './rule-menu.tsx';

interface RuleTableProps {
  readonly rules: readonly AlertRule[];
  readonly channels: readonly AlertChannel[];
}

export function RuleTable({ rules, channels }: RuleTableProps) {
  return (
    <WideTable label="Alert rules" minWidth={980}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>State</Table.Th>
          <Table.Th>Rule</Table.Th>
          <Table.Th>Health</Table.Th>
          <Table.Th>Recent values</Table.Th>
          <Table.Th>Last check</Table.Th>
          <Table.Th>Channels</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} channels={channels} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function RuleRow({
  rule,
  channels,
}: {
  readonly rule: AlertRule;
  readonly channels: readonly AlertChannel[];
}) {
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={3} align="flex-start">
          <RuleStateTag rule={rule} />
          {rule.snoozedUntil !== null && (
            <Text size="xs" c="dimmed">
              snoozed, ends <TimeText at={rule.snoozedUntil} />
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td className="xp-foreign" maw={420}>
        <Group gap={6}>
          <TextLink to="/alerts/rules/$id" params={{ id: rule.id }}>
            {rule.name}
          </TextLink>
          <SeverityTag severity={rule.severity} />
          <ManagedMark kind="alertRules" id={rule.id} />
          {rule.tags.map((tag) => (
            <Tag key={tag} tone="quiet">
              {tag}
            </Tag>
          ))}
        </Group>
        <Text size="xs" c="dimmed" className="xp-foreign">
          {conditionWords(rule.condition, rule.window)}
        </Text>
      </Table.Td>
      <Table.Td className="xp-foreign" maw={260}>
        <HealthTag health={rule.health} />
        {rule.healthDetail !== '' && (
          <Text size="xs" c="dimmed" className="xp-foreign">
            {rule.healthDetail}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Sparkline
          values={rule.sparkline}
          places={LIMITS.alerts.sparklineMax}
          label={`Recent values of ${rule.name}`}
          {...(rule.condition.kind === 'threshold' ? { threshold: rule.condition.value } : {})}
        />
      </Table.Td>
      <Table.Td>
        <TimeText at={rule.lastTickAt} none="never" />
      </Table.Td>
      <Table.Td className="xp-foreign">
        <Told rule={rule} channels={channels} />
      </Table.Td>
      <Table.Td ta="right">
        <RuleMenu rule={rule} />
      </Table.Td>
    </Table.Tr>
  );
}

function Told({
  rule,
  channels,
}: {
  readonly rule: AlertRule;
  readonly channels: readonly AlertChannel[];
}) {
  if (tellsNobody(rule)) {
    return (
      <Tag tone="warning" title="No channel: incidents only appear here">
        no channel
      </Tag>
    );
  }
  const names = rule.channels.map(
    (id) => channels.find((channel) => channel.id === id)?.name ?? id,
  );
  return <Text size="xs">{names.join(', ')}</Text>;
}
