import { readAlertRule } from '../../../contract/alert-rules.ts';
import {
  acknowledgeAlert,
  type AlertIncident,
  type AlertIncidentWhole,
  listAlerts,
  noteAlert,
  readAlert,
  snoozeAlert,
} from '../../../contract/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { WrongArguments } from '../calling/wrong-arguments.ts';
import { cell } from './cells.ts';
import type { RunTool, ToolCaller } from './tool.ts';
import { ToolProblem } from './tool-problem.ts';

export const alertsList: RunTool<'alerts_list'> = async (caller, { status, severity, rule }) => {
  const { data, nextCursor } = await caller.call(listAlerts, {
    query: {
      limit: LIMITS.agents.rowsMax,
      ...(status === undefined ? {} : { status }),
      ...(severity === undefined ? {} : { severity }),
      ...(rule === undefined ? {} : { ruleId: rule }),
    },
  });
  return {
    head: (shown) => `${shown} incidents, newest first`,
    tables: [
      {
        columns: ['id', 'rule', 'severity', 'status', 'group', 'value', 'since'],
        rows: data.map((incident) => [
          incident.id,
          incident.ruleName,
          incident.severity,
          incident.status,
          groupOf(incident),
          cell(incident.value),
          incident.startedAt,
        ]),
      },
    ],
    cut: nextCursor === null ? [] : ['rows'],
    next:
      data.length === 0
        ? 'services_list, or logs_patterns for what is new'
        : 'alert_get with an id',
  };
};

export const alertGet: RunTool<'alert_get'> = async (caller, { id }) => {
  const { data } = await caller.call(readAlert, { params: { id } });
  return {
    head: () =>
      `${data.status}, ${data.severity}, events ${data.eventsFrom} to ${data.eventsTo} by ingest time`,
    tables: [
      {
        columns: ['field', 'value'],
        rows: [
          ['rule', data.ruleName],
          ['condition', data.condition],
          ['query', data.query],
          ['indexEarliest', data.eventsFrom],
          ['indexLatest', data.eventsTo],
          ['group', groupOf(data)],
          ['sampleIds', data.sampleIds.join(' ')],
          ['acknowledgedBy', cell(data.acknowledgedBy)],
          ...(await ruleFacts(caller, data)),
        ].filter(([, value]) => value !== ''),
        lineCharacters: LIMITS.agents.lineCharactersMax,
      },
      {
        title: 'timeline',
        columns: ['time', 'change', 'value'],
        rows: data.timeline.map(({ at, kind, details }) => [at, kind, cell(details)]),
      },
    ],
    next: 'logs_patterns with this query and these bounds',
  };
};

/** Callers who may not read rules see only the incident; so does everyone once the rule is deleted. */
async function ruleFacts(caller: ToolCaller, { ruleId }: AlertIncidentWhole): Promise<string[][]> {
  if (!caller.actor.permissions.has('alert-rules:read')) return [];
  try {
    const { data } = await caller.call(readAlertRule, { params: { id: ruleId } });
    const { runbook, health, healthDetail } = data;
    return [
      ['runbook', runbook],
      ['health', healthDetail === '' ? health : `${health}: ${healthDetail}`],
    ];
  } catch (error) {
    if (error instanceof ToolProblem && error.failure.code === 'NOT_FOUND') return [];
    throw error;
  }
}

/** Repeating it changes nothing more: clients call tools again when an answer is lost. */
export const alertUpdate: RunTool<'alert_update'> = async (
  caller,
  { id, action, seconds, note },
) => {
  const params = { id };
  const { data } = await change();
  return {
    head: () => 'done',
    tables: [
      {
        columns: ['id', 'status', 'until'],
        rows: [[data.id, data.status, cell(data.snoozedUntil)]],
      },
    ],
  };

  async function change(): Promise<{ data: AlertIncident }> {
    switch (action) {
      case 'acknowledge':
        return caller.call(acknowledgeAlert, { params });
      case 'snooze':
        if (seconds === undefined) throw new WrongArguments('seconds', 'Required to snooze.');
        return caller.call(snoozeAlert, { params, body: { seconds } });
      case 'note':
        if (note === undefined) throw new WrongArguments('note', 'Required to add a note.');
        return caller.call(noteAlert, { params, body: { text: note } });
      default:
        throw new WrongArguments('action', 'Unknown.');
    }
  }
};

function groupOf({ group }: Pick<AlertIncident, 'group'>): string {
  return Object.entries(group ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
