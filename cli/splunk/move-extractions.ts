/** Fields that Splunk extracts at search time or changes at index time. Pipelines do both at ingest. */
import type { PipelineStep } from '../../src/contract/pipeline-steps.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import type { Gathering } from '../moving/gather.ts';
import type { Note } from '../moving/report.ts';
import { eventsOfStanza } from './events-of-stanza.ts';
import { type Extraction, extractionsOf } from './extraction-steps.ts';
import { type Conf, placeIn, type Stanza } from './read-conf.ts';
import type { SplunkApp } from './splunk-app.ts';

const { nameCharactersMax, stepsMax } = LIMITS.pipelines;
/** What shippers do before they send. */
const OF_SHIPPERS =
  /^(?:LINE_BREAKER|SHOULD_LINEMERGE|BREAK_ONLY_BEFORE\w*|MUST_(?:NOT_)?BREAK\w*|TRUNCATE|CHARSET|EVENT_BREAKER\w*|MAX_EVENTS|TIME_PREFIX|TIME_FORMAT|TZ|TZ_ALIAS|MAX_TIMESTAMP_LOOKAHEAD|DATETIME_CONFIG)$/;

export function moveExtractions(gathering: Gathering, apps: readonly SplunkApp[]): void {
  for (const app of apps) {
    const transforms = app.conf('transforms');
    for (const stanza of app.conf('props').values()) moveStanza(gathering, stanza, transforms);
  }
}

function moveStanza(gathering: Gathering, stanza: Stanza, transforms: Conf): void {
  const { name, file, line } = stanza;
  const found = { kind: 'field extraction', name, file, line };
  const extractions = extractionsOf(stanza, transforms);
  const notes = [...extractions.flatMap((each) => each.notes), ...shipperNotes(stanza)];
  const moving = extractions.filter(({ steps }) => steps.length > 0);
  if (moving.length === 0) {
    if (notes.length > 0) gathering.leave(found, ...notes);
    return;
  }
  const events = eventsOfStanza(name);
  if (events === undefined) {
    const message = 'The stanza name can’t be converted to a search.';
    return gathering.leave(found, { file, line, message }, ...notes);
  }
  let rest = notes;
  for (const { match, steps } of pipelinesOf(moving, events)) {
    const key = gathering.keyOf('pipelines', name);
    const called = gathering.nameOf('pipelines', name, nameCharactersMax);
    const definition = { name: called, ...(match === '' ? {} : { match }), steps };
    gathering.move(found, { kind: 'pipelines', key, definition }, rest);
    rest = [];
  }
}

interface Draft {
  readonly match: string;
  readonly steps: readonly PipelineStep[];
}

/** Steps for some of the events get a separate pipeline, which runs first, as at index time. */
function pipelinesOf(extractions: readonly Extraction[], events: string): Draft[] {
  const filtered = extractions
    .filter(({ filter }) => filter !== undefined)
    .map(({ filter = '', steps }) => ({ match: [events, filter].join(' ').trim(), steps }));
  const steps = extractions.filter(({ filter }) => filter === undefined).flatMap((e) => e.steps);
  const parts = Array.from({ length: Math.ceil(steps.length / stepsMax) }, (_, at) =>
    steps.slice(at * stepsMax, (at + 1) * stepsMax),
  );
  return [...filtered, ...parts.map((part) => ({ match: events, steps: part }))];
}

function shipperNotes({ settings }: Stanza): Note[] {
  const found = [...settings].filter(([key]) => OF_SHIPPERS.test(key));
  const [first] = found;
  if (first === undefined) return [];
  const names = found.map(([key]) => key).join(', ');
  const message = `Configure line breaking and timestamps in your shipper, or use the step \`extract_timestamp\`: ${names}.`;
  return [{ ...placeIn(first[1]), message }];
}
