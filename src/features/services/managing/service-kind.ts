import { readEveryPage } from '../../../base/cursor.ts';
import { pickFields } from '../../../base/pick-fields.ts';
import { kpiDefaults } from '../../../contract/kpi-form.ts';
import { type KpiDraft, KpiSettings } from '../../../contract/kpi-settings.ts';
import type { Definition } from '../../../contract/check-bundle.ts';
import type { ServiceChange, ServiceDraft } from '../../../contract/services.ts';
import type { ManagedKind } from '../../../room.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { readSelector } from './check-searches.ts';
import { changeKpi, createKpi, deleteKpi, listKpis, readKpi } from './manage-kpis.ts';
import {
  changeService,
  createService,
  deleteService,
  listServices,
  readService,
} from './manage-services.ts';
import { settleDraft } from './settle-kpi.ts';

type Needs = Pick<ServiceNeeds, 'metadata' | 'clock' | 'plans'>;

const DEFAULTS = { owner: null, tier: 3, links: [], tags: [], dependsOn: [] };

/** Services as code. */
export function serviceKind(needs: Needs): ManagedKind {
  return {
    kind: 'services',
    permissions: { read: 'services:read', write: 'services:write', delete: 'services:delete' },
    resource: 'services',
    hasUniqueNames: true,
    defaults: () => DEFAULTS,
    // The order of the dependencies is irrelevant.
    complete: (definition) => ({
      ...DEFAULTS,
      ...definition,
      dependsOn: sorted(definition['dependsOn']),
    }),
    shorten(definition) {
      const settled = { ...definition, dependsOn: sorted(definition['dependsOn']) };
      const usual: Definition = DEFAULTS;
      return Object.fromEntries(
        Object.entries(settled).filter(
          ([name, value]) =>
            !(name in usual) || JSON.stringify(value) !== JSON.stringify(usual[name]),
        ),
      );
    },
    check: (definition) => void readSelector((definition as ServiceDraft).selector),
    isSame: (field, present, wanted) =>
      field === 'dependsOn' && JSON.stringify(sorted(present)) === JSON.stringify(sorted(wanted)),
    async list(metadata, actor) {
      const all = await readEveryPage(LIMITS.http.pageRowsMax, (page) =>
        listServices({ ...needs, metadata }, actor, page),
      );
      return all.map(({ id, name, selector, owner, tier, links, tags, dependsOn }) => ({
        id,
        name,
        definition: { name, selector, owner, tier, links, tags, dependsOn },
      }));
    },
    create: async (metadata, actor, definition) =>
      (await createService({ ...needs, metadata }, actor, definition as ServiceDraft)).id,
    async update(metadata, actor, id, definition, { fields }) {
      const within = { ...needs, metadata };
      const { version } = await readService(within, actor, id);
      const change = { ...pickFields(definition, fields), version } as ServiceChange;
      await changeService(within, actor, id, change);
    },
    remove: (metadata, actor, { id }) => deleteService({ ...needs, metadata }, actor, id),
  };
}

const SETTINGS = Object.keys(KpiSettings.properties);

/** KPIs as code; each names its service. */
export function kpiKind(needs: Needs): ManagedKind {
  const usual = (definition: Definition): Definition => ({
    isEnabled: true,
    ...kpiDefaults((definition as KpiDraft).measure),
  });
  return {
    kind: 'kpis',
    permissions: { read: 'services:read', write: 'services:write', delete: 'services:delete' },
    resource: 'kpis',
    fixed: ['service'],
    defaults: usual,
    complete(definition) {
      const { service, name, isEnabled = true } = definition;
      return { service, name, isEnabled, ...settleDraft(definition as KpiDraft) };
    },
    async list(metadata, actor) {
      const all = await readEveryPage(LIMITS.http.pageRowsMax, (page) =>
        listKpis({ ...needs, metadata }, actor, page, undefined),
      );
      return all.map((kpi) => {
        const { id, name, isEnabled, serviceId: service } = kpi;
        const definition = { service, name, isEnabled, ...pickFields(kpi, SETTINGS) };
        return { id, name, definition };
      });
    },
    async create(metadata, actor, { service, ...definition }) {
      const draft = { ...definition, serviceId: service } as KpiDraft;
      return (await createKpi({ ...needs, metadata }, actor, draft)).id;
    },
    async update(metadata, actor, id, definition, { fields }) {
      const within = { ...needs, metadata };
      const { version } = await readKpi(within, actor, id);
      await changeKpi(within, actor, id, { ...pickFields(definition, fields), version });
    },
    async remove(metadata, actor, { id }) {
      await deleteKpi({ ...needs, metadata }, actor, id);
    },
  };
}

function sorted(names: unknown): string[] {
  return Array.isArray(names) ? names.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : [];
}
