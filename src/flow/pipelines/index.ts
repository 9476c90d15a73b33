/**
 * What happens to events on their way in: parse, mask, change, route, sample, drop, by the settings of their
 * organization. Owns the tables pipelines, pipeline_versions and pipeline_keys.
 */
export {
  applyPipelines,
  type PassedEvents,
  passedEvents,
  type PipelineNeeds,
  pipelinesForThread,
} from './apply-pipelines.ts';
export {
  createPipelineRunner,
  type PipelineRunner,
  type PortablePipelines,
} from './portable-pipelines.ts';
