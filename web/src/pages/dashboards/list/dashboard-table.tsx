import { Badge, Checkbox, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DashboardSummary } from '../../../../../src/contract/dashboards.ts';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { findDashboards, NO_FILTER } from '../logic/find-dashboards.ts';
import { StarButton } from '../manage/star-button.tsx';

interface DashboardTableProps {
  readonly dashboards: readonly DashboardSummary[];
}

export function DashboardTable({ dashboards }: DashboardTableProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const shown = findDashboards(dashboards, filter);
  return (
    <Stack gap="sm">
      <Group gap="md">
        <TextInput
          aria-label="Search dashboards"
          placeholder="Search by name, tag or person"
          leftSection={<Icon name="search" size={13} />}
          w={260}
          data-autofocus
          value={filter.words}
          onChange={({ currentTarget: { value } }) => setFilter({ ...filter, words: value })}
        />
        <Checkbox
          label="Starred"
          checked={filter.isStarred}
          onChange={({ currentTarget: { checked } }) =>
            setFilter({ ...filter, isStarred: checked })
          }
        />
        {filter.tag !== undefined && (
          <Badge
            component="button"
            style={{ cursor: 'pointer' }}
            rightSection={<Icon name="close" size={10} />}
            onClick={() => setFilter({ ...filter, tag: undefined })}
          >
            {filter.tag}
          </Badge>
        )}
      </Group>
      {shown.length === 0 ? (
        <EmptyState icon="filter" title="No matching dashboards">
          None of {dashboards.length} dashboards matches this search.
        </EmptyState>
      ) : (
        <WideTable label="Dashboards" minWidth={300}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={40}>
                <span className="xp-hidden">Star</span>
              </Table.Th>
              <Table.Th>Dashboard</Table.Th>
              <Table.Th w={90} ta="right" visibleFrom="sm">
                Panels
              </Table.Th>
              <Table.Th w={260} visibleFrom="sm">
                Last updated
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((dashboard) => (
              <DashboardRow
                key={dashboard.id}
                dashboard={dashboard}
                onTag={(tag) => setFilter({ ...filter, tag })}
              />
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Stack>
  );
}

interface DashboardRowProps {
  readonly dashboard: DashboardSummary;
  readonly onTag: (tag: string) => void;
}

function DashboardRow({ dashboard, onTag }: DashboardRowProps) {
  const { id, name, description, tags, panels, isStarred, updatedAt, updatedBy, version } =
    dashboard;
  return (
    <Table.Tr>
      <Table.Td>
        <StarButton id={id} name={name} isStarred={isStarred} />
      </Table.Td>
      <Table.Td className="xp-foreign">
        <Group gap={6}>
          <TextLink to="/dashboards/$id" params={{ id }} search={{}} fw={500}>
            {name}
          </TextLink>
          <ManagedMark kind="dashboards" id={id} />
          {tags.map((tag) => (
            <Badge
              key={tag}
              component="button"
              color="gray"
              size="sm"
              style={{ cursor: 'pointer' }}
              onClick={() => onTag(tag)}
            >
              {tag}
            </Badge>
          ))}
        </Group>
        {description !== '' && (
          <Text size="xs" c="dimmed" lineClamp={1} className="xp-foreign">
            {description}
          </Text>
        )}
        {/* Where there is no room for columns. */}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {panels} panels, updated <TimeText at={updatedAt} />
        </Text>
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {panels}
      </Table.Td>
      <Table.Td className="xp-foreign" visibleFrom="sm">
        <TimeText at={updatedAt} />{' '}
        <Text span size="xs" c="dimmed">
          by {updatedBy}, version {version}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
