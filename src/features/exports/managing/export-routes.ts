import { pageOf } from '../../../base/page-of.ts';
import * as runs from '../../../contract/export-runs.ts';
import * as contract from '../../../contract/exports.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app.ts';
import { sendStream } from '../../../http/send-stream.ts';
import { type DownloadNeeds, openFile } from '../runs/download-file.ts';
import { cancelRun, listRuns, readRun, requestRun, retryRun } from '../runs/request-runs.ts';
import {
  changeExport,
  createExport,
  deleteExport,
  listExports,
  readExport,
  switchExport,
} from './manage-exports.ts';
import { previewExport } from './preview-export.ts';
import { readArchiveKey, testDestination } from './test-destination.ts';

export function exportRoutes(app: App, needs: DownloadNeeds): void {
  app.route({
    ...contract.listExports,
    handler: async ({ actor, query }) => listExports(needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.readExport,
    handler: async ({ actor, params }) => ({ data: await readExport(needs, actor, params.id) }),
  });
  app.route({
    ...contract.createExport,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createExport(needs, actor, body) }),
  });
  app.route({
    ...contract.changeExport,
    handler: async ({ actor, params, body }) => ({
      data: await changeExport(needs, actor, params.id, body),
    }),
  });
  app.route({
    ...contract.deleteExport,
    handler: async ({ actor, params }) => {
      await deleteExport(needs, actor, params.id);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...contract.enableExport,
    handler: async ({ actor, params }) => ({
      data: await switchExport(needs, actor, params.id, true),
    }),
  });
  app.route({
    ...contract.disableExport,
    handler: async ({ actor, params }) => ({
      data: await switchExport(needs, actor, params.id, false),
    }),
  });
  app.route({
    ...contract.previewExport,
    handler: async ({ actor, body }, reply) => ({
      data: await previewExport(needs, actor, body, abortOnDisconnect(reply)),
    }),
  });
  app.route({
    ...contract.testDestination,
    handler: async ({ actor, body }, reply) => ({
      data: await testDestination(needs, actor, body, abortOnDisconnect(reply)),
    }),
  });
  app.route({
    ...contract.readExportFolders,
    handler: async () => ({ data: { folders: [...needs.destinations.folders()] } }),
  });
  app.route({
    ...contract.readArchiveKey,
    handler: async ({ actor, params }) => ({ data: await readArchiveKey(needs, actor, params.id) }),
  });
}

export function exportRunRoutes(app: App, needs: DownloadNeeds): void {
  app.route({
    ...runs.runExport,
    handler: async ({ actor, params }, reply) =>
      reply.code(202).send({ data: await requestRun(needs, actor, params.id) }),
  });
  app.route({
    ...runs.listExportRuns,
    handler: async ({ actor, params, query }) => listRuns(needs, actor, params.id, pageOf(query)),
  });
  app.route({
    ...runs.readExportRun,
    handler: async ({ actor, params }) => ({
      data: await readRun(needs, actor, params.id, params.run),
    }),
  });
  app.route({
    ...runs.cancelExportRun,
    handler: async ({ actor, params }) => ({ data: await cancelRun(needs, actor, params.id) }),
  });
  app.route({
    ...runs.retryExportRun,
    handler: async ({ actor, params }, reply) =>
      reply.code(202).send({ data: await retryRun(needs, actor, params.id) }),
  });
  app.route({
    ...runs.downloadExportFile,
    handler: async ({ actor, params }, reply) => {
      const wanted = { ...params, file: Number(params.file) };
      const file = await openFile(needs, actor, wanted);
      reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', file.bytes)
        .header('content-disposition', `attachment; filename="${file.name}"`);
      return sendStream(reply, file.content);
    },
  });
}
