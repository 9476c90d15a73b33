import { COMPONENT_IDS } from '../../src/spec/status.ts';
import { UsageError, type Command } from '../command.ts';
import { field } from '../server/call-server.ts';
import { dataText } from '../server/call-api.ts';
import { idOf, listOf, needed, PAGE_OPTIONS, callStatusPage } from '../probe/call-status-page.ts';

export const statusMaintenanceCommand: Command = {
  help:
    "Announces maintenance on the status page. Maintenance announced 48 hours ahead doesn't count as downtime; the probe\n" +
    'sets the announcement time. With --id, changes announced maintenance: time added at short notice counts as usual.\n' +
    'Set XPLAIN_PROBE_ADMIN_TOKEN to the operator token of the probe.',
  options: {
    from: {
      type: 'string',
      value: '<time>',
      help: 'Start time with time zone, e.g. 2026-12-01T20:00:00Z.',
    },
    to: { type: 'string', value: '<time>', help: 'End time, in the same format.' },
    components: {
      type: 'string',
      value: '<ids>',
      help: `Affected components, comma-separated, or all: ${COMPONENT_IDS.join(', ')}.`,
    },
    text: { type: 'string', value: '<text>', help: 'Description, shown on the page.' },
    id: { type: 'string', value: '<id>', help: 'Change this maintenance (mnt_…).' },
    cancel: { type: 'boolean', help: 'With --id: cancel the maintenance, or end it now.' },
    ...PAGE_OPTIONS,
  },
  examples: [
    'xplain status maintenance --from 2026-12-01T20:00:00Z --to 2026-12-01T21:00:00Z --components all --text "New disks" --name Ada',
    'xplain status maintenance --id mnt_4fG7 --cancel --name Ada',
  ],

  async run(terminal, given) {
    const id = idOf(given);
    const path = id === undefined ? '/api/maintenance' : `/api/maintenance/${id}`;
    const name = needed(given, 'name');
    if (given['cancel'] === true) {
      if (id === undefined) throw new UsageError('--cancel requires --id');
      const body = { cancel: true, name };
      return callStatusPage(terminal, given, path, body, () => `Canceled ${id}.`);
    }
    const components = needed(given, 'components');
    const body = {
      from: needed(given, 'from'),
      to: needed(given, 'to'),
      components: components === 'all' ? COMPONENT_IDS : listOf(components),
      text: needed(given, 'text'),
      name,
    };
    return callStatusPage(terminal, given, path, body, (answer) => {
      const isInTime = field(field(answer, 'data'), 'isInTime') === true;
      const counts = isInTime
        ? "It doesn't count as downtime."
        : 'It starts in less than 48 hours, so downtime counts.';
      return `Announced ${dataText(answer, 'id')}. ${counts}`;
    });
  },
};
