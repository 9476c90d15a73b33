import type { DayRow, History, LineRow, MaintenanceRow, MinuteRow } from '../history.ts';
import { maybeNumber, number, text, type Row, type Statements } from './statements.ts';

type Part = Pick<
  History,
  | 'addMinute'
  | 'addMinutes'
  | 'minutes'
  | 'setDay'
  | 'days'
  | 'addLine'
  | 'lines'
  | 'appendMaintenance'
  | 'maintenance'
>;

const ADD_MINUTE = `insert into minutes (place, minute, results, reasons, http_ms, otlp_ms, search_ms, server_ms)
  values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;

/** Minutes, their sums, the lines behind them and what maintenance was announced. */
export function minuteStatements(statements: Statements): Part {
  const addMinute = (place: string, row: MinuteRow): boolean => {
    const { minute, results, reasons, httpMs, otlpMs, searchMs, serverMs } = row;
    const values = [place, minute, results, reasons, httpMs, otlpMs, searchMs, serverMs] as const;
    return statements.change(ADD_MINUTE, ...values) === 1;
  };
  return {
    addMinute,
    addMinutes: (place, rows) => {
      statements.together(() => {
        for (const row of rows) addMinute(place, row);
      });
    },
    minutes: (place, from) =>
      statements
        .all('select * from minutes where place = ? and minute >= ? order by minute', place, from)
        .map(minuteOf),
    setDay: ({ day, component, up, slow, down, maintenance, none }) => {
      statements.change(
        `insert or replace into days (day, component, up, slow, down, maintenance, none)
           values (?, ?, ?, ?, ?, ?, ?)`,
        ...([day, component, up, slow, down, maintenance, none] as const),
      );
    },
    days: () => statements.all('select * from days order by day, component').map(dayOf),
    addLine: ({ nonce, writtenAt, text: line, isAccepted }) => {
      statements.change(
        'insert or replace into lines (nonce, written_at, text, is_accepted) values (?, ?, ?, ?)',
        ...([nonce, writtenAt, line, isAccepted ? 1 : 0] as const),
      );
    },
    lines: (from, to) =>
      statements
        .all(
          'select * from lines where written_at >= ? and written_at < ? order by written_at',
          from,
          to,
        )
        .map(lineOf),
    ...maintenanceStatements(statements),
  };
}

function maintenanceStatements(
  statements: Statements,
): Pick<History, 'appendMaintenance' | 'maintenance'> {
  return {
    appendMaintenance: (record) => {
      const { id, madeAt, from, to, components, name } = record;
      statements.change(
        `insert into maintenance (id, made_at, begins_at, ends_at, components, text, name)
           values (?, ?, ?, ?, ?, ?, ?)`,
        ...([id, madeAt, from, to, components.join(','), record.text, name] as const),
      );
    },
    // All records of a maintenance belong together, so its last end decides.
    maintenance: (after) =>
      statements
        .all(
          `select * from maintenance where id in (select id from maintenance where ends_at >= ?)
             order by sequence`,
          after,
        )
        .map(maintenanceOf),
  };
}

function minuteOf(row: Row): MinuteRow {
  return {
    minute: number(row, 'minute'),
    results: text(row, 'results'),
    reasons: text(row, 'reasons'),
    httpMs: maybeNumber(row, 'http_ms'),
    otlpMs: maybeNumber(row, 'otlp_ms'),
    searchMs: maybeNumber(row, 'search_ms'),
    serverMs: maybeNumber(row, 'server_ms'),
  };
}

function dayOf(row: Row): DayRow {
  return {
    day: text(row, 'day'),
    component: text(row, 'component'),
    up: number(row, 'up'),
    slow: number(row, 'slow'),
    down: number(row, 'down'),
    maintenance: number(row, 'maintenance'),
    none: number(row, 'none'),
  };
}

function lineOf(row: Row): LineRow {
  return {
    nonce: text(row, 'nonce'),
    writtenAt: number(row, 'written_at'),
    text: text(row, 'text'),
    isAccepted: number(row, 'is_accepted') === 1,
  };
}

function maintenanceOf(row: Row): MaintenanceRow {
  return {
    id: text(row, 'id'),
    madeAt: number(row, 'made_at'),
    from: number(row, 'begins_at'),
    to: number(row, 'ends_at'),
    components: text(row, 'components').split(','),
    text: text(row, 'text'),
    name: text(row, 'name'),
  };
}
