import { COMPONENT_IDS } from '../../src/spec/status.ts';
import { UsageError, type Command } from '../command.ts';
import { field } from '../server/call-server.ts';
import { dataText } from '../server/call-api.ts';
import { idOf, listOf, needed, PAGE_OPTIONS, tellStatusPage } from '../probe/tell-status-page.ts';

export const statusMaintenanceCommand: Command = {
  help:
    'Announces maintenance on the status page. Announced 48 hours before it begins, it does not count as\n' +
    'downtime; the probe notes the time itself. With --id one that was announced is changed: a change is a\n' +
    'further record, and what it adds at short notice counts. The token stands in XPLAIN_PROBE_ADMIN_TOKEN.',
  options: {
    from: {
      type: 'string',
      value: '<time>',
      help: 'Beginning, with its zone: 2026-12-01T20:00:00Z.',
    },
    to: { type: 'string', value: '<time>', help: 'End, in the same form.' },
    components: {
      type: 'string',
      value: '<ids>',
      help: `Separated by commas, or all: ${COMPONENT_IDS.join(', ')}.`,
    },
    text: { type: 'string', value: '<text>', help: 'What is done, for the readers of the page.' },
    id: { type: 'string', value: '<id>', help: 'Change this one (mnt_…).' },
    cancel: { type: 'boolean', help: 'With --id: it does not take place, or ends now.' },
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
      if (id === undefined) throw new UsageError('--cancel needs --id: which one?');
      const body = { cancel: true, name };
      return tellStatusPage(terminal, given, path, body, () => `${id} does not go on.`);
    }
    const components = needed(given, 'components');
    const body = {
      from: needed(given, 'from'),
      to: needed(given, 'to'),
      components: components === 'all' ? COMPONENT_IDS : listOf(components),
      text: needed(given, 'text'),
      name,
    };
    return tellStatusPage(terminal, given, path, body, (answer) => {
      const isInTime = field(field(answer, 'data'), 'isInTime') === true;
      const counts = isInTime
        ? 'It does not count as downtime.'
        : 'It begins in less than 48 hours, so what is down meanwhile counts.';
      return `Announced as ${dataText(answer, 'id')}. ${counts}`;
    });
  },
};
