/**
 * What happens to events on their way in: parse, mask, change, route, sample, drop, by the settings of their
 * organization. Owns the tables pipelines, pipeline_versions and pipeline_keys.
 */
export {
  applyPipelines,
  type Carriage,
  carriageOf,
  type PassedEvents,
  passedEvents,
} from './apply-pipelines.ts';
export {
  type CarriedPipelines,
  createPipelineCarriage,
  type PipelineCarriage,
} from './carry-pipelines.ts';
export { countPipelines } from './pipelines-table.ts';
