import { COMPONENT_IDS, INCIDENT_STEPS } from '../../src/spec/status.ts';
import type { Command } from '../command.ts';
import { dataText } from '../server/call-api.ts';
import { idOf, listOf, needed, PAGE_OPTIONS, callStatusPage } from '../probe/call-status-page.ts';

export const statusIncidentCommand: Command = {
  help:
    'Publishes an incident on the status page, or with --id adds an update to an existing one. Incidents opened by the\n' +
    'probe close automatically; close your own with --step resolved. The IDs are in the URLs of the page.\n' +
    'Set XPLAIN_PROBE_ADMIN_TOKEN to the operator token of the probe.',
  options: {
    id: { type: 'string', value: '<id>', help: 'Add an update to this incident (inc_…).' },
    step: { type: 'string', value: '<step>', help: `One of ${INCIDENT_STEPS.join(', ')}.` },
    text: { type: 'string', value: '<text>', help: 'Update text, shown on the page.' },
    title: { type: 'string', value: '<title>', help: 'Title of a new incident.' },
    components: {
      type: 'string',
      value: '<ids>',
      help: `Affected components of a new incident, comma-separated, or all: ${COMPONENT_IDS.join(', ')}.`,
    },
    outage: { type: 'boolean', help: 'Mark a new incident as an outage instead of degraded.' },
    ...PAGE_OPTIONS,
  },
  examples: [
    'xplain status incident --title "Slow searches" --components search --step investigating --text "We are investigating." --name Ada',
    'xplain status incident --id inc_9kQ2 --step resolved --text "A disk was replaced." --name Ada',
  ],

  async run(terminal, given) {
    const id = idOf(given);
    const update = {
      step: needed(given, 'step'),
      text: needed(given, 'text'),
      name: needed(given, 'name'),
    };
    if (id !== undefined) {
      const path = `/api/incidents/${id}/updates`;
      return callStatusPage(terminal, given, path, update, () => `Updated ${id}.`);
    }
    const components = needed(given, 'components');
    const body = {
      title: needed(given, 'title'),
      components: components === 'all' ? COMPONENT_IDS : listOf(components),
      outage: given['outage'] === true,
      ...update,
    };
    return callStatusPage(
      terminal,
      given,
      '/api/incidents',
      body,
      (answer) => `Opened ${dataText(answer, 'id')}.`,
    );
  },
};
