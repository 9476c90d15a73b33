/** Above the panels: what it is about, as of when, over which range, on which clock. */
import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import { messageOf } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import type { RefreshState } from '../read/refresh-state.ts';
import './dashboard.css';

interface DashboardHeaderProps {
  readonly name: string;
  readonly description: string;
  readonly timeZone: string;
  readonly data: Pick<RefreshState, 'start' | 'error'>;
  /** Right of the title: range, zone, rhythm, and what else can be done. */
  readonly children: ReactNode;
}

export function DashboardHeader(props: DashboardHeaderProps) {
  const { name, description, timeZone, data, children } = props;
  useDocumentTitle(`${name} · Xplain`);
  return (
    <header className="db-header">
      <div className="db-titles">
        <Title order={1} className="xp-foreign">
          {name}
        </Title>
        <AsOf data={data} timeZone={timeZone} />
        {description !== '' && (
          <Text c="dimmed" size="xs" className="db-about xp-foreign">
            {description}
          </Text>
        )}
      </div>
      <div className="db-controls">{children}</div>
    </header>
  );
}

interface AsOfProps {
  readonly data: Pick<RefreshState, 'start' | 'error'>;
  readonly timeZone: string;
}

/** All panels are about one moment, and this is it. */
function AsOf({ data: { start, error }, timeZone }: AsOfProps) {
  const time = start === undefined ? undefined : Date.parse(start.now);
  const exact = time === undefined ? '' : formatInstant(time, timeZone, 'seconds');
  if (error !== undefined) {
    const since = time === undefined ? '' : ` (data as of ${exact.slice(11)})`;
    return (
      <output className="db-as-of" data-warning>
        <Icon name="warning" size={12} /> Refresh failed{since}: {messageOf(error)}
      </output>
    );
  }
  if (time === undefined) return <span className="db-as-of">…</span>;
  return (
    <span className="db-as-of" title={`${exact} ${timeZone}`}>
      as of {exact.slice(11)}
    </span>
  );
}
