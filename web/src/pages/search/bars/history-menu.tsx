import { ActionIcon, Menu, ScrollArea, Text } from '@mantine/core';
import { Icon } from '../../../parts/icons.tsx';
import { recentSearches } from '../../../data/recent-searches.ts';
import { usePage } from '../page-context.tsx';

/** The queries run in this browser, newest first. */
export function HistoryMenu({ organization }: { readonly organization: string }) {
  return (
    <Menu position="bottom-end" width={460} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Query history">
          <Icon name="clock" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Past organization={organization} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Made when the menu opens, so that it shows what was run a moment ago. */
function Past({ organization }: { readonly organization: string }) {
  const { actions } = usePage();
  const queries = recentSearches(organization);
  if (queries.length === 0) {
    return (
      <Text size="xs" c="dimmed" p="xs">
        No recent queries
      </Text>
    );
  }
  return (
    <ScrollArea.Autosize mah={360}>
      {queries.map((query) => (
        <Menu.Item key={query} onClick={() => actions.run(query)}>
          <span className="sx-menu-query">{query}</span>
        </Menu.Item>
      ))}
    </ScrollArea.Autosize>
  );
}
