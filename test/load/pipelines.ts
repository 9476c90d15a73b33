/**
 * What pipelines cost per event, on the corpus of the other benchmarks: none, one, five, and each kind of step.
 *
 *   node test/load/pipelines.ts [events]
 */
import type { PipelineStep } from '../../src/contract/pipeline-steps.ts';
import { openPassage, passSlice, type PipelineSet } from '../../src/flow/pipelines/pass-events.ts';
import { applyPipelines } from '../../src/flow/pipelines/apply-pipelines.ts';
import type { PipelineEvent } from '../../src/flow/pipelines/pipeline-event.ts';
import { organizationId } from '../../src/base/ids.ts';
import { LIMITS } from '../support/limits.ts';
import { logCorpus } from '../support/patterns/log-corpus.ts';
import { INDEXES, pipelineSet } from '../support/ingest/pipeline-events.ts';
import { inShort } from './bench-size.ts';

const COUNT = Number(process.argv[2] ?? inShort(100_000, 1_000));
const BATCH = 1_000;
const ROUNDS = inShort(3, 1);

function corpus(): PipelineEvent[] {
  return [...logCorpus(COUNT, 1, Date.now())].map((record) => ({
    ...record,
    attributes: record.attributes.map(([key, value]) => [key, value]),
  }));
}

/** The best of some rounds, in microseconds per event. */
async function measure(run: (events: readonly PipelineEvent[]) => unknown): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const events = corpus();
    const startedAt = process.threadCpuUsage();
    for (let at = 0; at < events.length; at += BATCH) await run(events.slice(at, at + BATCH));
    const { user, system } = process.threadCpuUsage(startedAt);
    best = Math.min(best, (user + system) / COUNT);
  }
  return best;
}

function through(set: PipelineSet): (events: readonly PipelineEvent[]) => void {
  return (events) => {
    const passage = openPassage(set, events, LIMITS, INDEXES);
    while (!passSlice(passage));
  };
}

function print(what: string, micros: number): void {
  process.stdout.write(`${what.padEnd(58)} ${micros.toFixed(2).padStart(8)} µs/event\n`);
}

const mask: PipelineStep = { kind: 'mask', what: ['email', 'ip', 'card', 'token'] };
const FIVE: { match: string; steps: PipelineStep[] }[] = [
  {
    match: 'source=web',
    steps: [
      { kind: 'parse_grok', pattern: '%{IPORHOST:client} %{GREEDYDATA:rest}', isOptional: true },
    ],
  },
  { match: '"request handled"', steps: [{ kind: 'parse_json' }] },
  {
    match: 'level=error NOT service=cron',
    steps: [{ kind: 'set', field: 'team', value: 'on call for {service}' }],
  },
  { match: '', steps: [mask] },
  { match: 'cache hit', steps: [{ kind: 'sample', rate: 0.1 }] },
];

const STEPS: readonly PipelineStep[] = [
  { kind: 'parse_json', isOptional: true },
  { kind: 'parse_key_value', isOptional: true },
  { kind: 'parse_regex', pattern: 'order (?<order>\\d+)', isOptional: true },
  { kind: 'parse_grok', pattern: '%{COMBINEDAPACHELOG}', isOptional: true },
  { kind: 'parse_grok', pattern: '%{DATA:a} %{DATA:b} %{GREEDYDATA:c}', isOptional: true },
  { kind: 'extract_timestamp', formats: ['iso', 'http'], isOptional: true },
  { kind: 'extract_level', isOptional: true },
  { kind: 'set', field: 'x', value: '{service} {host}', isOptional: true },
  mask,
  { kind: 'mask', what: ['ip'], with: 'hash' },
  { kind: 'mask', pattern: 'u\\d{5}' },
  { kind: 'sample', rate: 0.5 },
];

const set: PipelineSet = { pipelines: [], overruns: { count: 0, since: 0 } };
const empty = { set, carried: undefined, slowSince: -Infinity };
const needs = {
  limits: LIMITS,
  cache: { get: <T>() => empty as T },
  metadata: {} as Parameters<typeof applyPipelines>[0]['metadata'],
};
const organization = organizationId('org_load');
print('the corpus alone', await measure(() => undefined));
print(
  'no pipelines',
  await measure((events) => applyPipelines(needs, organization, events, INDEXES)),
);
print(
  '1 pipeline that matches nothing',
  await measure(through(pipelineSet([{ match: 'source=nobody', steps: [{ kind: 'drop' }] }]))),
);
print(
  '1 pipeline (grok on one source in four)',
  await measure(through(pipelineSet(FIVE.slice(0, 1)))),
);
print('5 pipelines (grok, JSON, set, mask, sample)', await measure(through(pipelineSet(FIVE))));
for (const step of STEPS) {
  const { kind, isOptional: _, ...rest } = step as PipelineStep & { isOptional?: boolean };
  const text = `${kind} ${JSON.stringify(rest)}`.slice(0, 56);
  print(text, await measure(through(pipelineSet([{ steps: [step] }]))));
}
