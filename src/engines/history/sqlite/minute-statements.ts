import type { DayRow, History, LineRow, MaintenanceRow, MinuteRow } from '../history.ts';
import { maybeNumberOf, numberOf, textOf, type Row, type Statements } from './statements.ts';

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

/** Minutes, their sums, the written lines and announced maintenance. */
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
    // All records of a maintenance are kept together, so its last end decides.
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
    minute: numberOf(row, 'minute'),
    results: textOf(row, 'results'),
    reasons: textOf(row, 'reasons'),
    httpMs: maybeNumberOf(row, 'http_ms'),
    otlpMs: maybeNumberOf(row, 'otlp_ms'),
    searchMs: maybeNumberOf(row, 'search_ms'),
    serverMs: maybeNumberOf(row, 'server_ms'),
  };
}

function dayOf(row: Row): DayRow {
  return {
    day: textOf(row, 'day'),
    component: textOf(row, 'component'),
    up: numberOf(row, 'up'),
    slow: numberOf(row, 'slow'),
    down: numberOf(row, 'down'),
    maintenance: numberOf(row, 'maintenance'),
    none: numberOf(row, 'none'),
  };
}

function lineOf(row: Row): LineRow {
  return {
    nonce: textOf(row, 'nonce'),
    writtenAt: numberOf(row, 'written_at'),
    text: textOf(row, 'text'),
    isAccepted: numberOf(row, 'is_accepted') === 1,
  };
}

function maintenanceOf(row: Row): MaintenanceRow {
  return {
    id: textOf(row, 'id'),
    madeAt: numberOf(row, 'made_at'),
    from: numberOf(row, 'begins_at'),
    to: numberOf(row, 'ends_at'),
    components: textOf(row, 'components').split(','),
    text: textOf(row, 'text'),
    name: textOf(row, 'name'),
  };
}
