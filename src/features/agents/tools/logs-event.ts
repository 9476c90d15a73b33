import { readContext } from '../../../contract/search-views.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { cell, type Row, timeCells } from './cells.ts';
import type { RunTool } from './tool.ts';

/** Shows one event in full; its neighbours are shown as in lists of events. */
export const logsEvent: RunTool<'logs_event'> = async (caller, { id, before, after }) => {
  const { data } = await caller.call(readContext, {
    params: { id },
    query: { before, after },
  });
  const event = data.event as Row;
  const around = [...data.before, ...data.after] as Row[];
  const whole = {
    columns: ['field', 'value'],
    rows: Object.entries(event)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => [name, cell(value)]),
    lineCharacters: LIMITS.agents.lineCharactersMax,
  };
  const times = timeCells(around.map((row) => row['_time']));
  const neighbours = {
    title: 'neighbours',
    columns: ['id', 'time', 'event'],
    rows: around.map((row, at) => [cell(row['_id']), times[at] ?? '', cell(row['event'])]),
  };
  return {
    head: (shown) =>
      `${shown} fields, ${data.before.length} events before and ${data.after.length} after`,
    tables: around.length === 0 ? [whole] : [whole, neighbours],
    next: 'logs_search for one of its values',
  };
};
