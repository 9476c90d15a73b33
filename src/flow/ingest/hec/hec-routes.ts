import * as contract from '../../../contract/hec.ts';
import type { App } from '../../../http/app.ts';
import { rawBody } from '../../../http/body-parser.ts';
import type { Reply, Request } from '../../../http/gate.ts';
import { DEFAULT_INDEX } from '../../../spec/audit.ts';
import { type IngestNeeds, takeEvents } from '../accept-events.ts';
import { setReceiptHeaders } from '../set-receipt-headers.ts';
import { HEC, hecError } from './hec-answers.ts';
import type { HecDefaults } from './read-hec-events.ts';

type HecRequest = Request & { query: HecDefaults & { index?: string } };

export function hecRoutes(app: App, needs: IngestNeeds): void {
  const accept = async (request: HecRequest, reply: Reply, kind: 'hec-events' | 'hec-lines') => {
    const { index, ...named } = request.query;
    const sent = { form: { kind, named }, body: rawBody(request), index: index || DEFAULT_INDEX };
    setReceiptHeaders(reply, (await takeEvents(needs, request.actor, sent)).queued);
    return HEC.success;
  };

  for (const endpoint of [
    contract.hecEvents,
    contract.hecEventsShort,
    contract.hecEventsVersioned,
  ]) {
    app.route({
      ...endpoint,
      config: { ...endpoint.config, errorForm: hecError },
      handler: (request, reply) => accept(request, reply, 'hec-events'),
    });
  }
  for (const endpoint of [contract.hecRaw, contract.hecRawVersioned]) {
    app.route({
      ...endpoint,
      config: { ...endpoint.config, errorForm: hecError },
      handler: (request, reply) => accept(request, reply, 'hec-lines'),
    });
  }
  for (const endpoint of [contract.hecHealth, contract.hecHealthVersioned]) {
    app.route({ ...endpoint, handler: async () => HEC.healthy });
  }
}
