import type { ErrorDetail } from '../../base/errors.ts';
import { runSteps, runStepsInTurns, type Steps } from '../../base/steps.ts';
import type { PipelineStep } from '../../contract/pipeline-steps.ts';
import { openZone } from '../../language/index.ts';
import { INTERNAL_INDEX_PREFIX } from '../../spec/audit.ts';
import { compileMatch, type Matcher } from './match-event.ts';
import { RegexFault } from '../../language/event-regex/read-regex.ts';
import { isFixedField, type PipelineLimits } from './pipeline-event.ts';
import { removeStep, renameStep, setStep } from './steps/change-fields.ts';
import { extractLevelStep } from './steps/extract-level.ts';
import { extractTimestampStep } from './steps/extract-timestamp.ts';
import { maskStep } from './steps/mask.ts';
import { parseJsonStep } from './steps/parse-json.ts';
import { parseKeyValueStep } from './steps/parse-key-value.ts';
import { parseGrokStep, parseRegexStep } from './steps/parse-regex.ts';
import { routeStep } from './steps/route.ts';
import { sampleStep } from './steps/sample.ts';
import type { Step } from './steps/step.ts';
import { timeReader } from './steps/time-format.ts';

/** A pipeline, ready to run. */
export interface CompiledPipeline {
  readonly name: string;
  readonly matches: Matcher;
  readonly steps: readonly CompiledStep[];
}

export interface CompiledStep {
  readonly kind: PipelineStep['kind'];
  readonly run: Step;
}

export interface PipelineText {
  readonly name: string;
  readonly match: string;
  readonly steps: readonly PipelineStep[];
}

export interface CompileNeeds {
  readonly limits: Pick<PipelineLimits, 'pipelines'>;
  /** Of the organization, for masks that hash. */
  readonly hashKey: string;
}

export interface Compiled {
  readonly pipeline: CompiledPipeline;
  /** Every problem with its path, steps first. If there are any, the pipeline must not be used. */
  readonly problems: readonly ErrorDetail[];
  /** The match expression cannot be parsed. */
  readonly isMatchWrong: boolean;
}

/** Compiles without yielding: for a thread that nothing waits for. */
export function compilePipeline(needs: CompileNeeds, text: PipelineText): Compiled {
  return runSteps(compiling(needs, text));
}

/** Compiles one step at a time: a pattern takes milliseconds, and other work runs between the steps. */
export function compilePipelineInTurns(needs: CompileNeeds, text: PipelineText): Promise<Compiled> {
  return runStepsInTurns(compiling(needs, text), needs.limits.pipelines.sliceMs);
}

function* compiling(needs: CompileNeeds, text: PipelineText): Steps<Compiled> {
  const problems: ErrorDetail[] = [];
  const steps: CompiledStep[] = [];
  for (const [position, step] of text.steps.entries()) {
    problems.push(...checkStep(step, `steps.${position}`));
    const run = compileSafely(needs, step, `steps.${position}`, problems);
    steps.push({ kind: step.kind, run });
    yield;
  }
  const match = compileMatch(text.match);
  const isMatchWrong = 'problem' in match;
  if (isMatchWrong) problems.push({ path: 'match', ...match.problem });
  const matches = isMatchWrong ? () => true : match.matcher;
  return { pipeline: { name: text.name, matches, steps }, problems, isMatchWrong };
}

function compileSafely(
  needs: CompileNeeds,
  step: PipelineStep,
  path: string,
  problems: ErrorDetail[],
): Step {
  try {
    return compileStep(needs, step);
  } catch (error) {
    if (!(error instanceof RegexFault)) throw error;
    problems.push({ path: `${path}.pattern`, message: error.message, position: error.position });
    return () => ({ reason: error.message });
  }
}

function compileStep({ limits, hashKey }: CompileNeeds, step: PipelineStep): Step {
  switch (step.kind) {
    case 'parse_json':
      return parseJsonStep(step);
    case 'parse_key_value':
      return parseKeyValueStep(step);
    case 'parse_regex':
      return parseRegexStep(step, limits.pipelines);
    case 'parse_grok':
      return parseGrokStep(step, limits.pipelines);
    case 'extract_timestamp':
      return extractTimestampStep(step);
    case 'extract_level':
      return extractLevelStep(step);
    case 'rename':
      return renameStep(step);
    case 'set':
      return setStep(step);
    case 'remove':
      return removeStep(step);
    case 'mask':
      return maskStep(step, limits.pipelines, hashKey);
    case 'drop':
      return () => 'dropped';
    case 'sample':
      return sampleStep(step);
    case 'route':
      return routeStep(step);
  }
}

/** Checks beyond the schema. */
function checkStep(step: PipelineStep, path: string): ErrorDetail[] {
  switch (step.kind) {
    case 'rename':
      return [...checkTarget(step.from, `${path}.from`), ...checkTarget(step.to, `${path}.to`)];
    case 'set':
      return checkTarget(step.field, `${path}.field`);
    case 'remove':
      return step.fields.flatMap((name, i) => checkTarget(name, `${path}.fields.${i}`));
    case 'mask': {
      const targets = (step.fields ?? []).flatMap((name, i) =>
        checkTarget(name, `${path}.fields.${i}`),
      );
      const isEmpty = step.what === undefined && step.pattern === undefined;
      const nothing = { path, message: 'Set `what`, `pattern`, or both.' };
      return isEmpty ? [...targets, nothing] : targets;
    }
    case 'extract_timestamp':
      return checkTimes(step, path);
    case 'route':
      return step.index.startsWith(INTERNAL_INDEX_PREFIX)
        ? [{ path: `${path}.index`, message: 'Names that start with _ are reserved.' }]
        : [];
    default:
      return [];
  }
}

function checkTarget(name: string, path: string): ErrorDetail[] {
  if (!isFixedField(name)) return [];
  const message =
    `${name} cannot be changed by this step: \`route\` changes the index, ` +
    '`extract_timestamp` the time.';
  return [{ path, message }];
}

function checkTimes(
  { formats, timezone }: Extract<PipelineStep, { kind: 'extract_timestamp' }>,
  path: string,
): ErrorDetail[] {
  const problems = formats.flatMap((format, i) =>
    timeReader(format) === undefined
      ? [{ path: `${path}.formats.${i}`, message: 'Unknown time format.' }]
      : [],
  );
  if (timezone !== undefined && openZone(timezone) === undefined) {
    problems.push({ path: `${path}.timezone`, message: 'Unknown time zone.' });
  }
  return problems;
}
