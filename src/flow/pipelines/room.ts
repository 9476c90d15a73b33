import * as pipelines from '../../contract/pipelines.ts';
import type { Room } from '../../room.ts';
import { pipelineKind } from './pipeline-kind.ts';
import { countPipelines } from './pipelines-table.ts';
import { pipelineRoutes } from './routes.ts';
import type { TrialNeeds } from './test-pipelines.ts';

export const pipelinesRoom = {
  contract: [pipelines],
  counts: { pipelines: countPipelines },
  open: (needs) => ({
    routes: (app) => pipelineRoutes(app, needs),
    kinds: [pipelineKind(needs)],
  }),
} as const satisfies Room<TrialNeeds>;
