import { useMemo } from 'react';
import { textOf } from '../../../../../src/charts/chart-data.ts';
import { readCells } from '../../../../../src/charts/heat-cells.ts';
import { labelText } from '../../../../../src/charts/label-text.ts';
import { HeatChart } from '../../../charts/heat-chart.tsx';
import { type KindProps, rowsOf } from './panel-props.ts';
import { useRange } from './timeseries-panel.tsx';

export function HeatmapPanel({ panel, shown, around }: KindProps<'heatmap'>) {
  const heat = useMemo(() => readCells(shown.columns, rowsOf(shown)), [shown]);
  const range = useRange(shown);
  const { onPick } = around;
  const [bucket] = shown.columns.filter(({ name }) => name !== '_time');
  const pick = (row: number, column: number, at: { readonly x: number; readonly y: number }) => {
    const name = heat.buckets[row];
    const time = heat.x[column];
    if (bucket === undefined || name === undefined || time === undefined) return;
    const place = rowsOf(shown).findIndex(
      (each) =>
        textOf(each[bucket.name]) === name && Date.parse(textOf(each['_time'])) === time * 1_000,
    );
    if (place < 0) return;
    onPick?.({
      panel: panel.id,
      row: place,
      column: bucket.name,
      words: labelText(name, 40),
      at,
    });
  };
  return (
    <div className="db-chart">
      <div className="db-chart-plot">
        <HeatChart
          label={panel.title === '' ? 'heatmap' : panel.title}
          heat={heat}
          strength={panel.options.scale}
          unit={panel.options.unit}
          timeZone={around.timeZone}
          range={range}
          onPick={onPick && (({ row, column, screen }) => pick(row, column, screen))}
        />
      </div>
    </div>
  );
}
