import { Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import { SEVERITIES } from '../../../../../src/spec/alerts.ts';
import { Icon } from '../../../parts/icons.tsx';
import {
  matchesRule,
  NO_FILTER,
  RULE_VIEWS,
  type RuleFilter,
  type RuleView,
} from '../logic/rule-filter.ts';

const VIEW_NAMES: Readonly<Record<RuleView, string>> = {
  all: 'All',
  firing: 'Firing',
  unwell: 'Failing',
  untold: 'No channel',
  off: 'Disabled',
};

interface RuleFiltersProps {
  readonly rules: readonly AlertRule[];
  readonly filter: RuleFilter;
  readonly onChange: (filter: RuleFilter) => void;
}

export function RuleFilters({ rules, filter, onChange }: RuleFiltersProps) {
  const tags = [...new Set(rules.flatMap((rule) => rule.tags))].toSorted();
  return (
    <Group gap="xs">
      <TextInput
        aria-label="Search rules"
        placeholder="Search rules"
        leftSection={<Icon name="search" size={13} />}
        w={200}
        value={filter.words}
        onChange={(event) => onChange({ ...filter, words: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label="Filter rules"
        value={filter.view}
        onChange={(view) => onChange({ ...filter, view })}
        data={RULE_VIEWS.map((view) => ({ value: view, label: labelOf(view, rules) }))}
      />
      <NativeSelect
        aria-label="Severity"
        value={filter.severity ?? ''}
        data={[{ value: '', label: 'Any severity' }, ...SEVERITIES]}
        onChange={(event) => {
          const severity = SEVERITIES.find((each) => each === event.currentTarget.value);
          onChange({ ...filter, severity });
        }}
      />
      {tags.length > 0 && (
        <NativeSelect
          aria-label="Tag"
          value={filter.tag ?? ''}
          data={[{ value: '', label: 'Any tag' }, ...tags]}
          onChange={(event) => {
            const tag = tags.find((each) => each === event.currentTarget.value);
            onChange({ ...filter, tag });
          }}
        />
      )}
    </Group>
  );
}

function labelOf(view: RuleView, rules: readonly AlertRule[]): string {
  const count = rules.filter((rule) => matchesRule(rule, { ...NO_FILTER, view })).length;
  return `${VIEW_NAMES[view]} ${count}`;
}
