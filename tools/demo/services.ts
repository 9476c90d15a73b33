/** The services of the demo's shop and how they are measured. The incident makes payments critical, then checkout. */
import type { KpiDraft } from '../../src/contract/kpi-settings.ts';
import type { ServiceDraft } from '../../src/contract/services.ts';

export interface DemoService extends Omit<ServiceDraft, 'dependsOn'> {
  /** Names of services further up. */
  readonly dependsOn: readonly string[];
  readonly kpis: readonly Omit<KpiDraft, 'serviceId'>[];
}

/** So that the incident shows within two minutes. */
const PACE = { everySeconds: 60, delaySeconds: 30, minimumEvents: 5 } as const;
const THROUGHPUT = {
  name: 'Throughput',
  measure: { kind: 'aggregate', function: 'rate' },
  better: 'higher',
  emptyMeans: 'zero',
  importance: 3,
  ...PACE,
} as const;
const FRESHNESS = {
  name: 'Freshness',
  measure: { kind: 'aggregate', function: 'age' },
  warning: 45,
  importance: 2,
  ...PACE,
} as const;

function errors(bad: string, more: Partial<KpiDraft> = {}): Omit<KpiDraft, 'serviceId'> {
  return {
    name: 'Error rate',
    measure: { kind: 'ratio', bad },
    warning: 3,
    critical: 10,
    importance: 9,
    ...PACE,
    ...more,
  };
}

/** Whoever is depended on stands before whoever depends. */
export const SERVICES: readonly DemoService[] = [
  {
    name: 'database',
    selector: 'index=infra source=postgres',
    owner: 'Platform team',
    tier: 1,
    tags: ['platform'],
    dependsOn: [],
    kpis: [
      errors('level=fatal', { name: 'Rejected connections', warning: 5, critical: 60 }),
      { ...THROUGHPUT, name: 'Statements', warning: 0.05 },
      {
        name: 'Saturation',
        measure: { kind: 'ratio', bad: '"remaining connection slots"' },
        warning: 20,
        critical: 90,
        importance: 4,
        ...PACE,
      },
      FRESHNESS,
    ],
  },
  {
    name: 'payments',
    selector: 'index=app service=payments',
    owner: 'Cards team',
    tier: 1,
    tags: ['shop'],
    links: [{ name: 'Runbook', url: 'https://example.com/runbooks/payments' }],
    dependsOn: [],
    kpis: [
      errors('level=error', {
        decisive: true,
        slo: { target: 99, windowDays: 7, kind: 'occurrences' },
      }),
      {
        name: 'Saturation',
        measure: { kind: 'ratio', bad: '"connection pool exhausted"' },
        warning: 2,
        critical: 10,
        importance: 7,
        ...PACE,
      },
      { ...THROUGHPUT, warning: 0.2, critical: 0.05 },
      FRESHNESS,
    ],
  },
  {
    name: 'inventory',
    selector: 'index=app service=inventory',
    owner: 'Catalogue team',
    tier: 2,
    tags: ['shop'],
    dependsOn: [],
    kpis: [
      errors('level=error'),
      {
        name: 'Slow responses',
        measure: { kind: 'ratio', bad: 'slow=true' },
        warning: 40,
        critical: 80,
        importance: 4,
        ...PACE,
      },
      { ...THROUGHPUT, warning: 0.2, critical: 0.05 },
      FRESHNESS,
    ],
  },
  {
    name: 'checkout',
    selector: 'index=app service=checkout',
    owner: 'Cards team',
    tier: 1,
    tags: ['shop'],
    dependsOn: ['payments', 'inventory'],
    kpis: [
      errors('level=error', {
        warning: 8,
        critical: 30,
        slo: { target: 99, windowDays: 7, kind: 'occurrences' },
      }),
      {
        name: 'Orders placed',
        measure: { kind: 'aggregate', function: 'rate', where: '"order placed"' },
        better: 'higher',
        emptyMeans: 'zero',
        warning: 0.1,
        importance: 4,
        ...PACE,
      },
      { ...THROUGHPUT, warning: 0.2, critical: 0.05 },
      FRESHNESS,
    ],
  },
  {
    name: 'gateway',
    selector: 'index=web',
    owner: 'Platform team',
    tier: 1,
    tags: ['edge'],
    dependsOn: ['checkout', 'inventory'],
    kpis: [
      errors('status>=500', { slo: { target: 99.5, windowDays: 30, kind: 'occurrences' } }),
      {
        name: 'Latency (p95)',
        measure: { kind: 'aggregate', function: 'p95', field: 'duration_ms' },
        unit: 'ms',
        warning: 1_000,
        critical: 6_000,
        importance: 6,
        ...PACE,
      },
      { ...THROUGHPUT, warning: 1, critical: 0.2 },
      FRESHNESS,
    ],
  },
];

/** Makes them once: they know their past from the first moment. */
export async function addServices(
  create: <T>(path: string, body: object) => Promise<T>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { kpis, dependsOn, ...draft } of SERVICES) {
    const body = { ...draft, dependsOn: dependsOn.flatMap((name) => ids.get(name) ?? []) };
    const { id } = await create<{ id: string }>('/api/v1/services', body);
    ids.set(draft.name, id);
    for (const kpi of kpis) await create('/api/v1/kpis', { serviceId: id, ...kpi });
  }
  return ids;
}
