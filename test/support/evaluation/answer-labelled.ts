/** A model that knows the labels of a set, and is wrong where it is told to be. */
import { questionsOf } from '../../../src/features/evaluation/model-check/read-set.ts';
import type { ModelCheckSet } from '../../../src/spec/evaluation.ts';
import type { ModelServer, ModelStep, SeenModelRequest } from './start-model-server.ts';

/** What goes wrong with a question: `nonsense` is no JSON, `invented` quotes what is in no row. */
export type Fault = 'nonsense' | 'nonsense twice' | 'invented' | 'silent provider';

export interface Planted {
  readonly set: ModelCheckSet;
  readonly questions?: Readonly<Record<number, Fault>>;
  /** By question and case, the status in place of the label; `lost` quotes what is in no row. */
  readonly cases?: Readonly<Record<string, 'passed' | 'failed' | 'not_found' | 'lost'>>;
}

export const USAGE = { in: 1_000, out: 50 } as const;

/** Questions have to come in their order. */
export function playLabelled(
  server: ModelServer,
  { set, questions = {}, cases = {} }: Planted,
): void {
  let question = -1;
  server.playBy((request): ModelStep => {
    const isRepair = request.text.includes('An answer to this was refused.');
    if (!isRepair) question += 1;
    const fault = questions[question];
    if (fault === 'silent provider') return { status: 403 };
    if (fault === 'nonsense twice' || (fault === 'nonsense' && !isRepair)) {
      return { say: 'I cannot tell.', usage: USAGE };
    }
    const isInvented = fault === 'invented' && !isRepair;
    const labelled = questionsOf(set)[question]?.cases ?? [];
    const row = quotedRow(request);
    const findings = labelled.map(({ expected }, at) => {
      const planted = cases[`${question}.${at}`];
      const status = planted === 'lost' ? 'passed' : (planted ?? expected);
      const isLost = planted === 'lost' || isInvented;
      const evidence = [isLost ? { n: row.n, q: 'this is in no row at all' } : row];
      return {
        item: at + 1,
        evidence: status === 'not_found' && !isInvented ? [] : evidence,
        explanation: 'As labelled.',
        status: isInvented ? 'passed' : status,
        confidence: 0.9,
        entity: null,
        score: null,
        tags: [],
      };
    });
    return { say: { findings, summary: null }, usage: USAGE };
  });
}

/** The first row that is shown as it is, without its prefix. */
function quotedRow({ text }: SeenModelRequest): { readonly n: number; readonly q: string } {
  for (const line of text.split('\n')) {
    const [, n, row = ''] =
      /^(\d+) ~\w+~ \[1x\] (.+)$/.exec(line) ?? /^(\d+) ~\w+~ (.+)$/.exec(line) ?? [];
    const q = row.trim().slice(0, 24);
    if (n !== undefined && q.length >= 12 && !q.includes('<')) return { n: Number(n), q };
  }
  throw new Error('no row can be quoted');
}
