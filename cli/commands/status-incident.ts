import { COMPONENT_IDS, INCIDENT_STEPS } from '../../src/spec/status.ts';
import type { Command } from '../command.ts';
import { dataText } from '../server/call-api.ts';
import { idOf, listOf, needed, PAGE_OPTIONS, tellStatusPage } from '../probe/tell-status-page.ts';

export const statusIncidentCommand: Command = {
  help:
    'Tells the readers of the status page about an incident: a new one, or with --id an update of one that is\n' +
    'there. Those that the probe opened end by themselves; one that you opened ends with --step resolved. The\n' +
    'ids stand in the addresses of the page. The token stands in XPLAIN_PROBE_ADMIN_TOKEN.',
  options: {
    id: { type: 'string', value: '<id>', help: 'Add an update to this one (inc_…).' },
    step: { type: 'string', value: '<step>', help: `One of ${INCIDENT_STEPS.join(', ')}.` },
    text: { type: 'string', value: '<text>', help: 'What is known, for the readers of the page.' },
    title: { type: 'string', value: '<title>', help: 'Of a new one.' },
    components: {
      type: 'string',
      value: '<ids>',
      help: `Of a new one, separated by commas, or all: ${COMPONENT_IDS.join(', ')}.`,
    },
    outage: { type: 'boolean', help: 'A new one is an outage, not merely something degraded.' },
    ...PAGE_OPTIONS,
  },
  examples: [
    'xplain status incident --title "Searches are slow" --components search --step investigating --text "We look into it." --name Ada',
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
      return tellStatusPage(terminal, given, path, update, () => `Told: ${id}.`);
    }
    const components = needed(given, 'components');
    const body = {
      title: needed(given, 'title'),
      components: components === 'all' ? COMPONENT_IDS : listOf(components),
      outage: given['outage'] === true,
      ...update,
    };
    return tellStatusPage(
      terminal,
      given,
      '/api/incidents',
      body,
      (answer) => `Opened as ${dataText(answer, 'id')}.`,
    );
  },
};
