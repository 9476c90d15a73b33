import { pageOf } from '../../../base/page-of.ts';
import * as series from '../../../contract/alert-series.ts';
import * as contract from '../../../contract/alerts.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app.ts';
import type { IncidentNeeds } from './incident-needs.ts';
import { listIncidents, readIncident } from './list-incidents.ts';
import {
  acknowledgeIncident,
  noteIncident,
  resolveIncident,
  snoozeIncident,
} from './manage-incidents.ts';
import { readSeries, type SeriesNeeds } from './read-series.ts';

export function incidentRoutes(app: App, needs: IncidentNeeds & SeriesNeeds): void {
  app.route({
    ...contract.listAlerts,
    handler: async ({ actor, query }) => listIncidents(needs, actor, pageOf(query), query),
  });
  app.route({
    ...contract.readAlert,
    handler: async ({ actor, params }) => ({ data: await readIncident(needs, actor, params.id) }),
  });
  app.route({
    ...series.readAlertSeries,
    handler: async ({ actor, params }, reply) => ({
      data: await readSeries(needs, actor, params.id, abortOnDisconnect(reply)),
    }),
  });
  app.route({
    ...contract.acknowledgeAlert,
    handler: async ({ actor, params }) => ({
      data: await acknowledgeIncident(needs, actor, params.id),
    }),
  });
  app.route({
    ...contract.snoozeAlert,
    handler: async ({ actor, params, body }) => ({
      data: await snoozeIncident(needs, actor, params.id, body.seconds),
    }),
  });
  app.route({
    ...contract.noteAlert,
    handler: async ({ actor, params, body }) => ({
      data: await noteIncident(needs, actor, params.id, body.text),
    }),
  });
  app.route({
    ...contract.resolveAlert,
    handler: async ({ actor, params }) => ({
      data: await resolveIncident(needs, actor, params.id),
    }),
  });
}
