import { Button, SimpleGrid } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Macro } from '../../../../src/contract/macros.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { macrosQuery } from '../../data/macros-query.ts';
import { CopyYamlButton } from '../../parts/as-code/copy-yaml.tsx';
import { ManagedBanner } from '../../parts/as-code/managed-banner.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { SearchTabs } from '../../parts/search-tabs.tsx';
import { sayDone } from '../../parts/ready-notice.ts';
import { SaveProblem } from '../../parts/save-problem.tsx';
import { useUnsavedWarning } from '../../parts/use-unsaved-warning.ts';
import { useSignedIn } from '../../shell/signed-in.tsx';
import { ExpansionPreview } from './expansion-preview.tsx';
import { MACRO_FIELDS, MacroFields } from './macro-fields.tsx';
import { bodyOf, EMPTY_MACRO, formOf, isSameForm, type MacroForm, titleOf } from './macro-form.ts';
import { macroQuery } from './macro-query.ts';
import { MacroVersions } from './macro-versions.tsx';

const route = getRouteApi('/signed-in/search/macros/$id');

/** One macro; `new` is one that is not there yet. */
export function MacroPage() {
  const { id } = route.useParams();
  return (
    <SearchTabs>{id === 'new' ? <Editor key="new" /> : <Existing key={id} id={id} />}</SearchTabs>
  );
}

function Existing({ id }: { readonly id: string }) {
  const macro = useQuery(macroQuery(id));
  return (
    <QueryView query={macro} rows={8}>
      {(found) => <Editor key={found.version} macro={found} />}
    </QueryView>
  );
}

function Editor({ macro }: { readonly macro?: Macro }) {
  const { may } = useSignedIn();
  const before = macro === undefined ? EMPTY_MACRO : formOf(macro);
  const [form, setForm] = useState(before);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const isReadOnly = !may('macros:write');
  const isChanged = !isSameForm(form, before);
  const save = useSave(macro);
  useUnsavedWarning(isChanged && !save.isSuccess, 'Leave without saving the macro?');
  return (
    <PageFrame
      title={macro === undefined ? 'New macro' : titleOf(macro)}
      {...(macro === undefined ? {} : { about: `Version ${macro.version}` })}
      actions={
        <>
          <ButtonLink to="/search/macros" variant="default">
            All macros
          </ButtonLink>
          {macro !== undefined && (
            <>
              <CopyYamlButton kind="macros" id={macro.id} />
              <Button variant="default" onClick={() => setIsHistoryOpen(true)}>
                View versions
              </Button>
            </>
          )}
          {!isReadOnly && (
            <Button
              loading={save.isPending}
              disabled={!isChanged || form.name.trim() === ''}
              onClick={() => save.mutate(form)}
            >
              {macro === undefined ? 'Create macro' : 'Save changes'}
            </Button>
          )}
        </>
      }
    >
      {macro !== undefined && <ManagedBanner kind="macros" id={macro.id} />}
      <SaveProblem
        error={save.error}
        fields={MACRO_FIELDS}
        changed={macro && macroQuery(macro.id)}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <MacroFields
          form={form}
          error={save.error}
          isReadOnly={isReadOnly}
          isNew={macro === undefined}
          onChange={setForm}
        />
        <ExpansionPreview form={form} ownId={macro?.id} />
      </SimpleGrid>
      {isHistoryOpen && macro !== undefined && (
        <MacroVersions
          macro={macro}
          isReadOnly={isReadOnly}
          onClose={() => setIsHistoryOpen(false)}
        />
      )}
    </PageFrame>
  );
}

function useSave(macro: Macro | undefined) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (form: MacroForm) => {
      const body = bodyOf(form);
      if (macro === undefined) return call(api.createMacro, { body });
      const { id, version } = macro;
      return call(api.changeMacro, { params: { id }, body: { ...body, version } });
    },
    onSuccess: async ({ data }) => {
      answers.setQueryData(macroQuery(data.id).queryKey, data);
      await answers.invalidateQueries({ queryKey: macrosQuery.queryKey, exact: true });
      sayDone('Macro saved');
      await navigate({
        to: '/search/macros/$id',
        params: { id: data.id },
        ignoreBlocker: true,
      });
    },
  });
}
