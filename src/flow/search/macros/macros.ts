import type { Macro, MacroDraft, MacroVersion } from '../../../contract/macros.ts';
import type { MacroRow } from '../../../engines/metadata/tables/search.ts';
import { macroProblem } from '../../../language/index.ts';
import type { KnowledgeKind } from '../knowledge/manage-knowledge.ts';
import { macroRows, showMacro } from './macros-table.ts';

type MacroContent = Omit<MacroVersion, 'version' | 'savedBy' | 'savedAt'>;

/** Storage of macros. */
export const MACROS: KnowledgeKind<{
  readonly row: MacroRow;
  readonly content: MacroContent;
  readonly draft: MacroDraft;
  readonly shown: Macro;
}> = {
  noun: 'macro',
  id: 'macro',
  actions: { create: 'macro.created', change: 'macro.updated', delete: 'macro.deleted' },
  rows: macroRows,
  show: showMacro,
  taken: {
    macros_organization_id_name_key:
      'A macro with this name and number of arguments already exists.',
  },
  fields: [
    'name',
    'arguments',
    'definition',
    'description',
    'isEval',
    'validation',
    'errorMessage',
  ],
  defaults: { arguments: [], description: '', isEval: false, validation: null, errorMessage: null },
  columnsOf: (content) => ({
    name: content.name,
    argument_count: content.arguments.length,
    arguments: JSON.stringify(content.arguments),
    definition: content.definition,
    description: content.description,
    is_eval: content.isEval ? 1 : 0,
    validation: content.validation,
    error_message: content.errorMessage,
  }),
  problemOf: macroProblem,
  perOrganizationMax: (limits) => limits.macros.perOrganizationMax,
  versionsMax: (limits) => limits.macros.versionsMax,
};
