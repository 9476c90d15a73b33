import * as contract from '../../../contract/elasticsearch.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { App } from '../../../http/app.ts';
import { rawBody } from '../../../http/body-parser.ts';
import type { Reply, Request } from '../../../http/gate.ts';
import { DEFAULT_INDEX } from '../../../spec/audit.ts';
import { type IngestNeeds, takeEvents } from '../accept-events.ts';
import { setReceiptHeaders } from '../set-receipt-headers.ts';
import {
  bulkAnswer,
  elasticError,
  HEALTH_ANSWER,
  INFO,
  LICENSE_ANSWER,
  PRODUCT,
  XPACK_ANSWER,
} from './elastic-answers.ts';

export function elasticRoutes(app: App, needs: IngestNeeds): void {
  for (const endpoint of [contract.bulk, contract.bulkAtRoot]) {
    app.route({
      ...endpoint,
      config: { ...endpoint.config, errorForm: elasticError },
      handler: async (request, reply) => acceptBulk(needs, request, reply, DEFAULT_INDEX),
    });
  }
  for (const endpoint of [contract.bulkInto, contract.bulkIntoAtRoot]) {
    app.route({
      ...endpoint,
      config: { ...endpoint.config, errorForm: elasticError },
      handler: async (request, reply) => acceptBulk(needs, request, reply, request.params.index),
    });
  }
  handshakeRoutes(app);
}

async function acceptBulk(
  needs: IngestNeeds,
  request: Request & { query: { index?: string } },
  reply: Reply,
  usual: string,
) {
  const startedAt = needs.clock.now();
  const names = { forced: request.query.index || undefined, usual };
  const sent = { form: { kind: 'bulk', names } as const, body: rawBody(request), index: usual };
  const taken = await takeEvents(needs, request.actor, sent);
  setReceiptHeaders(reply, taken.queued);
  const took = Math.max(0, needs.clock.now() - startedAt);
  return elastic(reply, bulkAnswer(taken, took));
}

/** Adds the product headers to a response. */
function elastic<Answer>(reply: Reply, answer: Answer): Answer {
  void reply.headers(PRODUCT);
  return answer;
}

/** Requests that shippers make before they send anything. */
function handshakeRoutes(app: App): void {
  const answers: readonly (readonly [Endpoint, object])[] = [
    [contract.elasticInfo, INFO],
    [contract.elasticInfoSlash, INFO],
    [contract.elasticLicense, LICENSE_ANSWER],
    [contract.elasticXpack, XPACK_ANSWER],
    [contract.elasticHealth, HEALTH_ANSWER],
    [contract.putElasticTemplate, { acknowledged: true }],
    [contract.putElasticPolicy, { acknowledged: true }],
  ];
  for (const [{ method, url, config, schema }, answer] of answers) {
    app.route({
      method,
      url,
      schema,
      config: { ...config, errorForm: elasticError },
      handler: async (_request, reply) => elastic(reply, answer),
    });
  }
  const { elasticTemplate, elasticPolicy } = contract;
  app.route({
    ...elasticTemplate,
    config: { ...elasticTemplate.config, errorForm: elasticError },
    handler: async ({ params: { name } }, reply) =>
      elastic(reply, {
        index_templates: [{ name, index_template: { index_patterns: [`${name}*`] } }],
      }),
  });
  app.route({
    ...elasticPolicy,
    config: { ...elasticPolicy.config, errorForm: elasticError },
    handler: async ({ params: { name } }, reply) =>
      elastic(reply, { [name]: { version: 1, policy: { phases: {} } } }),
  });
}
