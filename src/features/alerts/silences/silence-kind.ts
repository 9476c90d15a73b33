import { pickFields } from '../../../base/pick-fields.ts';
import { readEveryPage } from '../../../base/cursor.ts';
import { isObject } from '../../../base/is-object.ts';
import type { AlertSilenceChange, AlertSilenceDraft } from '../../../contract/alert-silences.ts';
import { NO_CACHE } from '../../../guard/access/index.ts';
import type { ManagedKind } from '../../../room.ts';
import { LIMITS } from '../../../spec/limits.ts';
import {
  changeAlertSilence,
  createAlertSilence,
  endAlertSilence,
  listAlertSilences,
  readAlertSilence,
  type SilenceNeeds,
} from './manage-silences.ts';
import { settleMatch } from './settle-silence.ts';

/** Silences as code. */
export function silenceKind(needs: SilenceNeeds): ManagedKind {
  const within = (metadata: SilenceNeeds['metadata']) => ({ ...needs, metadata, cache: NO_CACHE });
  return {
    kind: 'silences',
    permissions: { read: 'alert-rules:read', write: 'alerts:write', delete: 'alerts:write' },
    defaults: () => ({}),
    complete: (definition) => ({
      ...definition,
      match: settleMatch((definition as AlertSilenceDraft).match),
    }),
    // A start or a zone that the definition leaves out was settled when the silence was made.
    isSame: (field, present, wanted) =>
      field === 'times' &&
      isObject(present) &&
      isObject(wanted) &&
      Object.entries(wanted).every(([name, value]) => isSameTime(present[name], value)),
    isOver(definition) {
      const { times } = definition as AlertSilenceDraft;
      return times.kind === 'range' && Date.parse(times.to) <= needs.clock.now();
    },
    async list(metadata, actor) {
      const all = await readEveryPage(LIMITS.http.pageRowsMax, (page) =>
        listAlertSilences(within(metadata), actor, page),
      );
      return all.map(({ id, name, match, times }) => ({
        id,
        name,
        definition: { name, match, times },
      }));
    },
    create: async (metadata, actor, definition) =>
      (await createAlertSilence(within(metadata), actor, definition as AlertSilenceDraft)).id,
    async update(metadata, actor, id, definition, { fields }) {
      const { version } = await readAlertSilence(within(metadata), actor, id);
      const change = { ...pickFields(definition, fields), version } as AlertSilenceChange;
      await changeAlertSilence(within(metadata), actor, id, change);
    },
    remove: (metadata, actor, { id }) => endAlertSilence(within(metadata), actor, id),
  };
}

function isSameTime(present: unknown, wanted: unknown): boolean {
  if (JSON.stringify(present) === JSON.stringify(wanted)) return true;
  const [left, right] = [Date.parse(String(present)), Date.parse(String(wanted))];
  return left === right;
}
