/** A job for the engine that reads parts. It knows only this: which text to run, with which values. */
import type { BoundValue, SelectTranslation } from '../../duckdb/dialect/translate.ts';

export interface ReaderPlan {
  readonly kind: 'select' | 'estimate';
  /** Names of the parts that are read. */
  readonly parts: readonly string[];
  /** To be run one after the other, until there are rows enough. */
  readonly statements: readonly Statement[];
  /** Zero for all there are. */
  readonly rowsMax: number;
  /** What there is where rows are looked for. */
  readonly rowsRead: number;
  readonly bytesRead: number;
}

export type Statement = Pick<SelectTranslation, 'text' | 'values'>;

interface SentStatement {
  readonly text: string;
  readonly values: readonly (readonly [string, unknown])[];
}

export function packPlan({ statements, ...rest }: ReaderPlan): string {
  const sent = statements.map(({ text, values }) => ({ text, values: [...values] }));
  return JSON.stringify({ ...rest, statements: sent }, (_, value: unknown) =>
    typeof value === 'bigint' ? { big: String(value) } : value,
  );
}

/** Only `packPlan` creates such texts. */
export function unpackPlan(text: string): ReaderPlan {
  const { statements, ...rest } = JSON.parse(text, (_, value: unknown) =>
    isBig(value) ? BigInt(value.big) : value,
  ) as Omit<ReaderPlan, 'statements'> & { statements: SentStatement[] };
  return {
    ...rest,
    statements: statements.map(({ text: own, values }) => ({
      text: own,
      values: new Map(values as [string, BoundValue][]),
    })),
  };
}

function isBig(value: unknown): value is { readonly big: string } {
  return typeof value === 'object' && value !== null && 'big' in value;
}
