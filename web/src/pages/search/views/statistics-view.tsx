/** The table of a query that ends in one, and its chart. A cell leads to its events. */
import { SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type Column, readChart } from '../../../../../src/charts/chart-data.ts';
import { SeriesChart } from '../../../charts/series-chart.tsx';
import { countOf } from '../../../parts/sizes.ts';
import type { Row } from '../../../query/rows/log-event.ts';
import type { DrillDown } from '../../../query/table/drill-down.ts';
import { ResultTable } from '../../../query/table/result-table.tsx';
import type { QueryFacts } from '../../../query/text/query-facts.ts';
import type { Order } from '../../../data/search-state.ts';
import { toRange } from '../../../query/time/time-range.ts';
import { addsUp, groupKeys, isComparable, stagesAfter } from '../logic/table-stage.ts';
import { usePage } from '../page-context.tsx';
import { CompareMenu } from '../bars/compare-menu.tsx';
import { ComparisonNote, type ComparisonNoteProps } from './comparison-note.tsx';

const CHART_KINDS = ['line', 'bar', 'table'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

interface StatisticsViewProps {
  readonly query: string;
  readonly facts: QueryFacts;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly order: Order | undefined;
  readonly comparison: ComparisonNoteProps['comparison'] | undefined;
  /** What was asked for. */
  readonly compare: string | undefined;
}

export function StatisticsView(props: StatisticsViewProps) {
  const { columns, rows, facts, comparison, compare } = props;
  const { actions, timeZone } = usePage();
  const keys = useMemo(() => groupKeys(facts.tableStage), [facts]);
  const isCompared = comparison !== undefined;
  const chart = useMemo(
    () => readChart(isCompared ? drawnColumns(columns) : columns, rows, keys),
    [isCompared, columns, rows, keys],
  );
  const usual: ChartKind =
    chart === undefined ? 'table' : chart.labels === undefined ? 'line' : 'bar';
  const [chosen, setChosen] = useState<ChartKind>();
  const kind = chart === undefined ? 'table' : (chosen ?? usual);
  const showEvents = ({ query, from, to }: DrillDown): void => {
    const range = from === undefined || to === undefined ? {} : toRange({ from, to });
    actions.run(query, { mode: 'auto', order: undefined, ...range });
  };
  return (
    <div className="sx-statistics">
      <div className="sx-statistics-bar">
        <span>{countOf(rows.length, 'row')}</span>
        <CompareMenu compare={compare} />
        <SegmentedControl
          aria-label="Chart type"
          size="xs"
          value={kind}
          disabled={chart === undefined}
          onChange={(value) => setChosen(CHART_KINDS.find((each) => each === value))}
          data={[
            { value: 'line', label: 'Line' },
            { value: 'bar', label: 'Bar' },
            { value: 'table', label: 'Table' },
          ]}
        />
      </div>
      {comparison !== undefined && (
        <div className="sx-statistics-bar">
          <ComparisonNote comparison={comparison} />
        </div>
      )}
      {compare !== undefined && !isComparable(facts.tableStage) && (
        <Text size="xs" c="dimmed">
          This table can’t be compared. End the query in stats, timechart, chart, top or rare.
        </Text>
      )}
      {chart !== undefined && kind !== 'table' && (
        <SeriesChart
          key={facts.tableStage?.kind}
          chart={chart}
          kind={kind}
          timeZone={timeZone}
          sum={addsUp(facts.tableStage, stagesAfter(facts)) ? 'total' : 'highest'}
        />
      )}
      <ResultTable
        {...props}
        timeZone={timeZone}
        onOrder={(order) => actions.change({ order })}
        onDrillDown={showEvents}
      />
    </div>
  );
}

/** Differences and ratios have other units than what they are made of. */
function drawnColumns(columns: readonly Column[]): readonly Column[] {
  const names = new Set(columns.map(({ name }) => name));
  const isMade = (name: string): boolean =>
    ['_difference', '_ratio'].some(
      (suffix) => name.endsWith(suffix) && names.has(`${name.slice(0, -suffix.length)}_previous`),
    );
  return columns.filter(({ name }) => !isMade(name));
}
