/**
 * Saves a draft. If someone else has saved in the meantime, both changes are merged, and only conflicts need a
 * decision.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import type { CompleteDefinition } from '../../../../../src/contract/definition-form.ts';
import { ApiError, call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { dashboardQuery, dashboardsQuery } from '../../../data/dashboards-queries.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { asDefinition } from '../logic/change-draft.ts';
import { fillDefinition } from '../logic/fill-definition.ts';
import { type Merge, mergeDefinitions, type Side, type Sides } from '../logic/merge-definitions.ts';
import type { Draft } from './use-draft.ts';

/** Others may save repeatedly; then the user has to decide. */
const ATTEMPTS_MAX = 3;

/** Another user's version, and the changes of both. */
export interface Meeting {
  readonly theirs: Dashboard;
  readonly sides: Sides;
  readonly merge: Merge;
  readonly note: string;
}

export interface Saving {
  readonly save: (note: string) => void;
  readonly isSaving: boolean;
  readonly error: unknown;
  /** The decision that the user has to make before it can be saved. */
  readonly meeting: Meeting | undefined;
  readonly decide: (choices: Readonly<Record<string, Side>>) => void;
  readonly giveUp: () => void;
}

export function useSave(draft: Draft, onSaved: () => void): Saving {
  const answers = useQueryClient();
  const [meeting, setMeeting] = useState<Meeting>();
  const save = useMutation({
    mutationFn: async (wanted: Wanted) => saveMerged(draft.base, wanted),
    onSuccess: async (outcome) => {
      if (outcome.kind === 'meeting') {
        setMeeting(outcome.meeting);
        return;
      }
      const { saved, mergedWith } = outcome;
      setMeeting(undefined);
      draft.restart(saved, fillDefinition(saved.definition));
      answers.setQueryData(dashboardQuery(saved.id).queryKey, saved);
      void answers.invalidateQueries(dashboardsQuery);
      const others = mergedWith === undefined ? '' : `, merged with the changes of ${mergedWith}`;
      sayDone(`Saved as version ${saved.version}${others}`);
      onSaved();
    },
  });
  return {
    save: (note) => save.mutate({ definition: draft.now, version: draft.base.version, note }),
    isSaving: save.isPending,
    error: save.error,
    meeting,
    decide: (choices) => {
      if (meeting === undefined) return;
      const { theirs, sides, note } = meeting;
      const { definition } = mergeDefinitions(sides, choices);
      const mergedWith = theirs.updatedBy;
      save.mutate({ definition, version: theirs.version, note, mergedWith });
    },
    giveUp: () => setMeeting(undefined),
  };
}

interface Wanted {
  readonly definition: CompleteDefinition;
  readonly version: number;
  readonly note: string;
  readonly mergedWith?: string;
}

type Outcome =
  | { readonly kind: 'saved'; readonly saved: Dashboard; readonly mergedWith: string | undefined }
  | { readonly kind: 'meeting'; readonly meeting: Meeting };

async function saveMerged(base: Dashboard, wanted: Wanted): Promise<Outcome> {
  const { id } = base;
  const { note } = wanted;
  let { definition, version, mergedWith } = { mergedWith: undefined, ...wanted };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const body = { definition: asDefinition(definition), version, note };
      const saved = (await call(api.changeDashboard, { params: { id }, body })).data;
      return { kind: 'saved', saved, mergedWith };
    } catch (error) {
      const theirs = await versionAfter(error, id, version);
      if (theirs === undefined || attempt === ATTEMPTS_MAX) throw error;
      const sides = {
        base: fillDefinition(base.definition),
        mine: wanted.definition,
        theirs: fillDefinition(theirs.definition),
      };
      const merge = mergeDefinitions(sides);
      if (merge.conflicts.length > 0) {
        return { kind: 'meeting', meeting: { theirs, sides, merge, note } };
      }
      ({ definition } = merge);
      ({ version, updatedBy: mergedWith } = theirs);
    }
  }
}

/** The version that another user has saved; undefined if the error has another cause. */
async function versionAfter(
  error: unknown,
  id: string,
  version: number,
): Promise<Dashboard | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return undefined;
  const { data } = await call(api.readDashboard, { params: { id } });
  return data.version === version ? undefined : data;
}
