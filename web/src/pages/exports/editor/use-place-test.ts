/** Tests whether the entered destination is writable. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DestinationTest, ScheduledExport } from '../../../../../src/contract/exports.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { fieldError } from '../../../parts/field-error.ts';
import type { Problems } from '../logic/bucket-form.ts';
import {
  type DestinationForm,
  destinationProblems,
  draftOfDestination,
  isSameDestination,
} from '../logic/destination-form.ts';

export interface PlaceTest {
  /** It is the saved one, or a test of just this one went well. */
  readonly isTested: boolean;
  readonly isTesting: boolean;
  /** What came of testing this one. */
  readonly result: DestinationTest | undefined;
  readonly error: unknown;
  readonly problemOf: (path: string) => string | undefined;
  readonly test: () => Promise<boolean>;
  /** Tests an untested destination; resolves to whether it may be saved. */
  readonly ensure: () => Promise<boolean>;
}

export function usePlaceTest(form: DestinationForm, shown: ScheduledExport | undefined): PlaceTest {
  const draft = draftOfDestination(form);
  const entered = JSON.stringify(draft);
  const [tried, setTried] = useState<string>();
  const isSaved = shown !== undefined && isSameDestination(form, shown.destination);
  const asked = useMutation({
    mutationFn: async () => {
      const body = {
        destination: draft,
        ...(shown === undefined ? {} : { export: shown.id }),
      };
      return (await call(api.testDestination, { body })).data;
    },
  });
  const isThis = tried === entered;
  const result = isThis ? asked.data : undefined;
  const error = isThis ? asked.error : null;
  const problems: Problems = isThis ? destinationProblems(form, shown?.destination) : {};
  const test = async (): Promise<boolean> => {
    setTried(entered);
    asked.reset();
    if (Object.keys(destinationProblems(form, shown?.destination)).length > 0) return false;
    const answer = await asked.mutateAsync().catch(() => undefined);
    return answer?.ok === true;
  };
  const isTested = isSaved || result?.ok === true;
  return {
    isTested,
    isTesting: asked.isPending,
    result,
    error,
    problemOf: (path) => {
      const [, field] = /^destination\.(\w+)$/.exec(path) ?? [];
      return (field === undefined ? undefined : problems[field]) ?? fieldError(error, path);
    },
    test,
    ensure: async () => isTested || test(),
  };
}
