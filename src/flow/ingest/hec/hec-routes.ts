import * as contract from '../../../contract/hec.ts';
import type { App } from '../../../http/app.ts';
import { rawBody } from '../../../http/body-parser.ts';
import type { Reply, Request } from '../../../http/gate.ts';
import { DEFAULT_INDEX } from '../../../spec/audit.ts';
import type { IngestNeeds } from '../accept-events.ts';
import { type Intake, openIntake, queueIntake, tellInHeaders } from '../partial-intake.ts';
import { HEC, hecError } from './hec-answers.ts';
import { type HecDefaults, takeHecEvents, takeHecLines } from './read-hec-events.ts';

type HecRequest = Request & { query: HecDefaults & { index?: string } };

export function hecRoutes(app: App, needs: IngestNeeds): void {
  const accept = async (
    request: HecRequest,
    reply: Reply,
    read: (body: Buffer, named: HecDefaults, intake: Intake) => void,
  ) => {
    const { index, ...named } = request.query;
    const intake = await openIntake(needs, request.actor, index || DEFAULT_INDEX);
    read(rawBody(request), named, intake);
    tellInHeaders(reply, await queueIntake(needs, request.actor, intake));
    return HEC.success;
  };
  const readEvents = (body: Buffer, named: HecDefaults, intake: Intake): void =>
    takeHecEvents(body, named, needs.limits.http.jsonDepthMax, intake);

  for (const endpoint of [
    contract.hecEvents,
    contract.hecEventsShort,
    contract.hecEventsVersioned,
  ]) {
    app.route({
      ...endpoint,
      config: { ...endpoint.config, errorForm: hecError },
      handler: (request, reply) => accept(request, reply, readEvents),
    });
  }
  for (const endpoint of [contract.hecRaw, contract.hecRawVersioned]) {
    app.route({
      ...endpoint,
      config: { ...endpoint.config, errorForm: hecError },
      handler: (request, reply) => accept(request, reply, takeHecLines),
    });
  }
  for (const endpoint of [contract.hecHealth, contract.hecHealthVersioned]) {
    app.route({ ...endpoint, handler: async () => HEC.healthy });
  }
}
