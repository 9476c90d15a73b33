import { Readable } from 'node:stream';
import type { Actor } from '../../../base/actor.ts';
import { invalid } from '../../../base/errors.ts';
import { requirePermission } from '../../../base/require-permission.ts';
import * as contract from '../../../contract/dashboard-data.ts';
import { completeDefinition } from '../../../contract/definition-form.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app.ts';
import { sendEvents, sendStream } from '../../../http/send-stream.ts';
import { checkLayout } from '../definition/check-layout.ts';
import { definitionOf } from '../managing/dashboards-table.ts';
import { type DashboardNeeds, requireDashboard } from '../managing/manage-dashboards.ts';
import { beginRefresh } from './begin-refresh.ts';
import type { RefreshAsk, RefreshNeeds } from './refresh.ts';
import { gatherRefresh, refreshMessages } from './tell-refresh.ts';

export type DataNeeds = RefreshNeeds & Pick<DashboardNeeds, 'metadata'>;

export function dataRoutes(app: App, needs: DataNeeds): void {
  app.route({
    ...contract.askDashboard,
    handler: async (request, reply) => {
      const { actor, params, body, headers } = request;
      const signal = abortOnDisconnect(reply);
      const ask = await askOf(needs, actor, params.id, body);
      const terms = { actor, mayShowRaw: true, countRate: request.countRate };
      const refresh = await beginRefresh(needs, terms, ask, signal);
      if (/\btext\/event-stream\b/i.test(headers.accept ?? '')) {
        return sendEvents(reply, Readable.from(refreshMessages(refresh)));
      }
      const text = JSON.stringify({ data: await gatherRefresh(refresh) });
      reply.header('content-type', 'application/json; charset=utf-8');
      // Written once: rows need no second look at their schema.
      return sendStream(reply, Readable.from([text]));
    },
  });
}

/** Id of what was never saved. */
const NEW = 'new';

/** The stored definition, or a draft of somebody who may save it. */
async function askOf(
  needs: DataNeeds,
  actor: Actor,
  id: string,
  { definition, ...ask }: contract.DashboardAsk,
): Promise<RefreshAsk> {
  if (definition === undefined) {
    if (id === NEW) throw invalid('definition', 'Send the unsaved definition.');
    const row = await requireDashboard(needs, actor, id);
    return { ...ask, definition: completeDefinition(definitionOf(row)), version: row.version };
  }
  const message = 'Previewing a definition requires the permission to save dashboards.';
  requirePermission(actor, 'dashboards:write', message);
  if (id !== NEW) await requireDashboard(needs, actor, id);
  const whole = completeDefinition(definition);
  // Query problems stay with their panel, so that the other panels can still be shown.
  checkLayout(whole);
  return { ...ask, definition: whole, version: 0 };
}
