/** Queries the store for the slots of several services of one organization in one statement. */
import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { SearchStage } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import {
  type Answer,
  type AskedKpi,
  type AskedSlots,
  type AskNeeds,
  askRows,
  factsOfSlots,
  slotIn,
  SPLIT,
  wantedOf,
} from './ask-slots.ts';
import { type ColumnMeasure, numberIn, PART, sharedTree } from './slot-tree.ts';

/** One of the services. All of them select from the same indexes. */
export interface Part {
  readonly service: string;
  /** The selector as text and as parsed. */
  readonly text: string;
  readonly selector: SearchStage;
  /** None of them has its own query. */
  readonly kpis: readonly AskedKpi[];
}

/**
 * Results of `askSlots` for each service, from one statement: by the id of the service, then of the KPI. If the
 * statement is rejected, its halves are queried; a service that is rejected by itself is left out. Rejects if the
 * services are not the cause, or if they are too much together.
 */
export async function askTogether(
  needs: AskNeeds,
  actor: Actor,
  asked: AskedSlots,
  parts: readonly Part[],
  signal: AbortSignal,
): Promise<Map<string, ReadonlyMap<string, Answer>>> {
  if (parts.length < 2) return new Map();
  try {
    return await askOnce(needs, actor, asked, parts, signal);
  } catch (error) {
    if (!(error instanceof AppError && SPLIT.has(error.code))) throw error;
    const half = Math.ceil(parts.length / 2);
    const first = await askTogether(needs, actor, asked, parts.slice(0, half), signal);
    const second = await askTogether(needs, actor, asked, parts.slice(half), signal);
    return new Map([...first, ...second]);
  }
}

async function askOnce(
  needs: AskNeeds,
  actor: Actor,
  asked: AskedSlots,
  parts: readonly Part[],
  signal: AbortSignal,
): Promise<Map<string, ReadonlyMap<string, Answer>>> {
  const measures = measuresOf(parts);
  const places = new Map([...measures.keys()].map((name, at) => [name, at]));
  const tree = sharedTree(parts, [...measures.values()], wantedOf(asked));
  const bounds = { msMax: LIMITS.services.sharedMsMax, rowsPerSlot: parts.length };
  const rows = await askRows(needs, actor, tree, asked, signal, bounds);
  const byPart = Map.groupBy(rows, (row) => numberIn(row, PART));
  return new Map(
    parts.map(({ service, kpis }, number) => {
      const own = new Map((byPart.get(number) ?? []).map((row) => [slotIn(row), row]));
      const answers = kpis.map(({ id, settings }): [string, Answer] => {
        const measure = settings.measure as ColumnMeasure;
        const at = places.get(nameOf(measure)) ?? 0;
        return [id, { kind: 'slots', slots: factsOfSlots(asked, measure, at, own) }];
      });
      return [service, new Map(answers)];
    }),
  );
}

/** The distinct measures of several services, each under a unique name. */
export function measuresOf(parts: readonly Pick<Part, 'kpis'>[]): Map<string, ColumnMeasure> {
  const all = parts.flatMap(({ kpis }) => kpis);
  return new Map(
    all.map(({ settings: { measure } }) => [nameOf(measure), measure as ColumnMeasure]),
  );
}

function nameOf(measure: AskedKpi['settings']['measure']): string {
  return JSON.stringify(Object.entries(measure).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
