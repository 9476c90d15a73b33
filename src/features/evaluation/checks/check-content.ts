import type { OrganizationId } from '../../../base/ids.ts';
import type { Check, CheckDraft, CheckVersion } from '../../../contract/checks.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { CheckRow } from '../../../engines/metadata/tables/evaluation.ts';
import { type KnowledgeKind, macroOptions, storedKnowledge } from '../../../flow/search/index.ts';
import { everyQuery, isWriting, parse, querySyntaxError } from '../../../language/index.ts';
import { itemProblems, mergeProblems, modelProblems } from '../input/read-request.ts';
import { checkRows, LATER_SETTINGS, showCheck } from './checks-table.ts';

export type CheckContent = Omit<CheckVersion, 'version' | 'savedBy' | 'savedAt'>;

export interface CheckTypes {
  readonly row: CheckRow;
  readonly content: CheckContent;
  readonly draft: CheckDraft;
  readonly shown: Check;
}

/** How checks are kept. `vendor` is the maker's name in front of the model ids. */
export function checksOf({ vendor }: { readonly vendor: string }): KnowledgeKind<CheckTypes> {
  return {
    noun: 'check',
    id: 'check',
    actions: { create: 'check.created', change: 'check.updated', delete: 'check.deleted' },
    rows: checkRows,
    show: showCheck,
    taken: { checks_organization_id_name_key: 'A check with this name already exists.' },
    fields: [
      'name',
      'description',
      'query',
      'criteria',
      'expectedItems',
      'mode',
      'model',
      'logCompression',
      'compressionOptions',
      'strategy',
      'samples',
      'maxCredits',
    ],
    defaults: {
      description: '',
      query: null,
      expectedItems: [],
      mode: 'test_classification',
      model: null,
      logCompression: true,
      compressionOptions: {},
      ...LATER_SETTINGS,
      maxCredits: null,
    },
    columnsOf: ({ name, description, query, ...settings }) => ({
      name,
      description,
      query,
      settings: JSON.stringify(settings),
    }),
    problemOf: ({ expectedItems, model, ...merged }) =>
      [
        ...itemProblems({ expectedItems }),
        ...modelProblems(model === null ? {} : { model }, vendor),
        ...mergeProblems(merged),
      ][0],
    requireUsable: async (metadata, organization, { query }) => {
      if (query !== null) await requireReadable(metadata, organization, query);
    },
    perOrganizationMax: (limits) => limits.checks.perOrganizationMax,
    versionsMax: (limits) => limits.checks.versionsMax,
  };
}

/** Whoever runs a check has not written its query: it only reads. */
export async function requireReadable(
  metadata: Pick<Metadata, 'db'>,
  organization: OrganizationId,
  text: string,
): Promise<void> {
  const macros = await macroOptions(storedKnowledge(metadata), organization, text);
  const { query, diagnostics } = parse(text, macros);
  if (query === undefined || diagnostics.length > 0) throw querySyntaxError(diagnostics);
  const writing = [...everyQuery(query)].flatMap(({ stages }) => stages.filter(isWriting));
  if (writing.length === 0) return;
  throw querySyntaxError(
    writing.map(({ kind, start, end }) => ({
      severity: 'error',
      code: 'check',
      message: `Checks only read. Remove \`${kind}\` from the query.`,
      start,
      end,
      expected: [],
      fix: undefined,
    })),
  );
}
