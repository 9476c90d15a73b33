/** The table of a query that ends in one, and its chart. A cell leads to its events. */
import { SegmentedControl } from '@mantine/core';
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
import { addsUp, groupKeys, stagesAfter } from '../logic/table-stage.ts';
import { usePage } from '../page-context.tsx';

const CHART_KINDS = ['line', 'bar', 'table'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

interface StatisticsViewProps {
  readonly query: string;
  readonly facts: QueryFacts;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly order: Order | undefined;
}

export function StatisticsView(props: StatisticsViewProps) {
  const { columns, rows, facts } = props;
  const { actions, timeZone } = usePage();
  const keys = useMemo(() => groupKeys(facts.tableStage), [facts]);
  const chart = useMemo(() => readChart(columns, rows, keys), [columns, rows, keys]);
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
