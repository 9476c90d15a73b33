import type { Metadata } from '../../../engines/metadata/metadata.ts';

export interface Census {
  readonly rules: readonly { readonly word: string; readonly count: number }[];
  readonly incidents: readonly { readonly word: string; readonly count: number }[];
  readonly deliveriesWaiting: number;
}

/** Counts of all organizations, for the metrics. */
export async function takeCensus({ db }: Pick<Metadata, 'db'>): Promise<Census> {
  const rules = await db
    .selectFrom('alert_rule_runs')
    .select((eb) => ['health as word', eb.fn.countAll<number>().as('count')])
    .groupBy('health')
    .execute();
  const incidents = await db
    .selectFrom('alert_incidents')
    .select((eb) => ['status as word', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const { count } = await db
    .selectFrom('alert_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return { rules, incidents, deliveriesWaiting: count };
}
