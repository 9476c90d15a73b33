import { pageOf } from '../../../base/page-of.ts';
import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as historyContract from '../../../contract/check-history.ts';
import { compareCheck as compareContract } from '../../../contract/check-comparison.ts';
import * as contract from '../../../contract/checks.ts';
import {
  changeKnowledge,
  createKnowledge,
  deleteKnowledge,
  type KnowledgeNeeds,
  listKnowledge,
  listKnowledgeVersions,
  readKnowledge,
} from '../../../flow/search/index.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app.ts';
import type { EvaluationNeeds } from '../evaluation-needs.ts';
import { bodyOf, sendJson } from '../raw-json.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { listCheckRuns, readCheckHistory, setCheckHistory } from './check-history.ts';
import { checksOf } from './check-content.ts';
import { checkRows, showCheck } from './checks-table.ts';
import { compareCheck } from './compare-check.ts';
import { readTrend } from './read-trend.ts';
import { runCheck } from './run-check.ts';

/** All but running one. */
export function checkRoutes(app: App, needs: KnowledgeNeeds & { readonly vendor: string }): void {
  const checks = checksOf(needs);
  app.route({
    ...contract.listChecks,
    handler: async ({ actor, query: { name, ...query } }) => {
      if (name === undefined) return listKnowledge(checks, needs, actor, pageOf(query));
      const found = await checkRows.find(needs.metadata, actor.organization, { name });
      return { data: found === undefined ? [] : [showCheck(found)], nextCursor: null };
    },
  });
  app.route({
    ...historyContract.readCheckHistory,
    handler: async ({ actor }) => ({ data: await readCheckHistory(needs, actor) }),
  });
  app.route({
    ...historyContract.setCheckHistory,
    handler: async ({ actor, body }) => ({
      data: await setCheckHistory(needs, actor, body.enabled),
    }),
  });
  app.route({
    ...historyContract.listCheckRuns,
    handler: async ({ actor, params, query }) =>
      listCheckRuns(needs, actor, params.id, pageOf(query)),
  });
  app.route({
    ...historyContract.readCheckTrend,
    handler: async ({ actor, params, query }) => ({
      data: await readTrend(needs, actor, params.id, query.runs ?? LIMITS.http.pageRowsDefault),
    }),
  });
  app.route({
    ...contract.readCheck,
    handler: async ({ actor, params }) => ({
      data: await readKnowledge(checks, needs, actor, params.id),
    }),
  });
  app.route({
    ...contract.listCheckVersions,
    handler: async ({ actor, params, query }) =>
      pageOfWhole(
        await listKnowledgeVersions(checks, needs, actor, params.id),
        query,
        ({ version }) => String(version),
      ),
  });
  app.route({
    ...contract.createCheck,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createKnowledge(checks, needs, actor, body) }),
  });
  app.route({
    ...contract.changeCheck,
    handler: async ({ actor, params, body }) => ({
      data: await changeKnowledge(checks, needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteCheck,
    handler: async ({ actor, params }) => {
      await deleteKnowledge(checks, needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
}

export function checkRunRoutes(app: App, needs: EvaluationNeeds): void {
  const { body: _read, ...schema } = contract.runCheck.schema;
  app.route({
    ...contract.runCheck,
    // Read and checked on a thread, as that of `run-adhoc`.
    schema,
    handler: async (request, reply) => {
      const bytes = bodyOf(request);
      const gone = abortOnDisconnect(reply);
      return sendJson(reply, await runCheck(needs, request.actor, request.params.id, bytes, gone));
    },
  });
  const { body: _halves, ...comparing } = compareContract.schema;
  app.route({
    ...compareContract,
    schema: comparing,
    handler: async (request, reply) => {
      const bytes = bodyOf(request);
      const gone = abortOnDisconnect(reply);
      return { data: await compareCheck(needs, request.actor, request.params.id, bytes, gone) };
    },
  });
}
