import type { History, IncidentRow, UpdateRow } from '../history.ts';
import { maybeNumberOf, numberOf, textOf, type Row, type Statements } from './statements.ts';

type Part = Pick<
  History,
  | 'addIncident'
  | 'changeIncident'
  | 'incident'
  | 'openIncidents'
  | 'incidents'
  | 'countIncidents'
  | 'addUpdate'
  | 'updates'
>;

export function incidentStatements(statements: Statements): Part {
  return {
    addIncident: ({ id, title, components, isOutage, openedAt, closedAt }) => {
      statements.change(
        `insert into incidents (id, title, components, is_outage, opened_at, closed_at)
           values (?, ?, ?, ?, ?, ?)`,
        ...([id, title, components.join(','), isOutage ? 1 : 0, openedAt, closedAt] as const),
      );
    },
    changeIncident: ({ id, title, components, isOutage, closedAt }) => {
      statements.change(
        'update incidents set title = ?, components = ?, is_outage = ?, closed_at = ? where id = ?',
        ...([title, components.join(','), isOutage ? 1 : 0, closedAt, id] as const),
      );
    },
    incident: (id) => {
      const row = statements.first('select * from incidents where id = ?', id);
      return row === undefined ? undefined : incidentOf(row);
    },
    openIncidents: () =>
      statements
        .all('select * from incidents where closed_at is null order by opened_at')
        .map(incidentOf),
    incidents: (skip, take) =>
      statements
        .all('select * from incidents order by opened_at desc, id limit ? offset ?', take, skip)
        .map(incidentOf),
    countIncidents: () => {
      const row = statements.first('select count(*) as count from incidents');
      return row === undefined ? 0 : numberOf(row, 'count');
    },
    addUpdate: ({ incident, madeAt, step, text: words, name }) => {
      statements.change(
        'insert into updates (incident, made_at, step, text, name) values (?, ?, ?, ?, ?)',
        ...([incident, madeAt, step, words, name] as const),
      );
    },
    updates: (incident) =>
      statements
        .all('select * from updates where incident = ? order by sequence', incident)
        .map(updateOf),
  };
}

function incidentOf(row: Row): IncidentRow {
  return {
    id: textOf(row, 'id'),
    title: textOf(row, 'title'),
    components: textOf(row, 'components').split(','),
    isOutage: numberOf(row, 'is_outage') === 1,
    openedAt: numberOf(row, 'opened_at'),
    closedAt: maybeNumberOf(row, 'closed_at'),
  };
}

function updateOf(row: Row): UpdateRow {
  return {
    incident: textOf(row, 'incident'),
    madeAt: numberOf(row, 'made_at'),
    step: textOf(row, 'step'),
    text: textOf(row, 'text'),
    name: textOf(row, 'name'),
  };
}
