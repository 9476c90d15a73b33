import type { TestContext } from 'node:test';
import type { TrialNeeds } from '../../../src/flow/pipelines/test-pipelines.ts';
import type { PipelineNeeds } from '../../../src/flow/pipelines/apply-pipelines.ts';
import { pipelineRoutes } from '../../../src/flow/pipelines/routes.ts';
import type { App } from '../../../src/http/app.ts';
import { LIMITS } from '../limits.ts';
import { PLANS } from '../../../src/spec/plans.ts';
import type { AccessUnderTest } from '../open-access.ts';
import { INDEXES } from './pipeline-events.ts';
import { type AccessApp, startAccess } from '../start-access.ts';

/** The pipelines of organizations behind the real gate. */
export interface PipelinesUnderTest {
  readonly needs: PipelineNeeds & TrialNeeds;
  readonly call: AccessApp['call'];
}

export function startPipelines(t: TestContext, access: AccessUnderTest): PipelinesUnderTest {
  const needs = pipelineNeeds(access);
  const { call } = startAccess(t, access, { mount: (app) => pipelineRoutes(app, needs) });
  return { needs, call };
}

/** For ingest endpoints that pass events through pipelines. */
export function mountPipelines(app: App, access: AccessUnderTest): void {
  pipelineRoutes(app, pipelineNeeds(access));
}

export function pipelineNeeds(access: AccessUnderTest): PipelinesUnderTest['needs'] {
  const { metadata, cache, clock } = access;
  return { metadata, cache, clock, plans: PLANS, limits: LIMITS, indexesOf: () => INDEXES };
}
