import { linkTemplateProblem } from '../../../contract/link-template.ts';
import type { DataLink, DataLinkDraft, DataLinkVersion } from '../../../contract/data-links.ts';
import type { DataLinkRow } from '../../../engines/metadata/tables/search.ts';
import type { KnowledgeKind } from '../knowledge/manage-knowledge.ts';
import { dataLinkRows, showDataLink } from './data-links-table.ts';

/** How data links are kept. */
export const DATA_LINKS: KnowledgeKind<{
  readonly row: DataLinkRow;
  readonly content: Omit<DataLinkVersion, 'version' | 'savedBy' | 'savedAt'>;
  readonly draft: DataLinkDraft;
  readonly shown: DataLink;
}> = {
  noun: 'data link',
  id: 'dataLink',
  actions: {
    create: 'data_link.created',
    change: 'data_link.updated',
    delete: 'data_link.deleted',
  },
  rows: dataLinkRows,
  show: showDataLink,
  taken: {
    data_links_organization_id_name_key: 'A data link with this name already exists.',
  },
  fields: ['name', 'description', 'field', 'url'],
  defaults: { description: '' },
  columnsOf: ({ name, description, field, url }) => ({ name, description, field, url }),
  problemOf: ({ url }) => {
    const message = linkTemplateProblem(url);
    return message === undefined ? undefined : { path: 'url', message };
  },
  perOrganizationMax: (limits) => limits.dataLinks.perOrganizationMax,
  versionsMax: (limits) => limits.dataLinks.versionsMax,
};
