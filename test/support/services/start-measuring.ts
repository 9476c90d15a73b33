import type { TestContext } from 'node:test';
import type { Kpi } from '../../../src/contract/kpis.ts';
import type { LogStore } from '../../../src/engines/store/store.ts';
import { putGap } from '../../../src/flow/ingest/gaps/ingest-gaps-table.ts';
import { countingStore } from '../dashboards/start-dashboards.ts';
import { startServices } from './start-services.ts';

/** Services of one organization, what one of them sends, and what was written about it. */
export async function startMeasuring(t: TestContext, store: LogStore) {
  const counting = countingStore(store);
  const services = await startServices(t, counting.store);
  const { id: organization, owner } = await services.access.newOrganization();
  const { clock } = services.access;
  /** So many events of the service, of which the first ones are bad. */
  const send = (count: number, bad: number, agoMs: number) =>
    services.write(
      organization,
      Array.from({ length: count }, (_, at) => ({
        agoMs,
        level: at < bad ? 'error' : 'info',
        fields: { service: 'checkout', duration_ms: String(10 * (at + 1)) },
      })),
    );
  const slots = async (kpi: Pick<Kpi, 'id'>) => {
    const query = `index=_kpi kind=slot kpi_id="${kpi.id}" | sort slot, revision | table slot, revision, state, value, good, total`;
    const rows = await services.rows(owner, query);
    return rows.map(({ slot, revision, state, value, good, total }) => ({
      slot: Number(slot),
      revision: Number(revision),
      state,
      value: Number(value),
      good: Number(good),
      total: Number(total),
    }));
  };
  /** Events of the organization wait, or have waited, to be stored. */
  const noteLag = (from: number, to: number | null) =>
    putGap(services.access.metadata, {
      id: 'gap_a',
      node: 'n1',
      organization,
      kind: 'lag',
      from,
      to,
    });
  return { ...services, noteLag, asked: counting.asked, organization, owner, clock, send, slots };
}
