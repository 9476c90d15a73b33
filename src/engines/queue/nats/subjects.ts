import { organizationId, type OrganizationId } from '../../../base/ids.ts';

/** Names of a queue's streams and subjects; all begin with the name of the queue. */
export interface Subjects {
  /** The stream of the entries and of the chunks of large ones. */
  readonly entryStream: string;
  /** The stream of the manifests. */
  readonly controlStream: string;
  readonly allEntries: string;
  readonly allChunks: string;
  readonly allControl: string;
  readonly allSigns: string;
  entry(organization: OrganizationId): string;
  isEntry(subject: string): boolean;
  organizationOf(entrySubject: string): OrganizationId;
  chunk(organization: OrganizationId, id: string): string;
  manifest(token: string): string;
  isManifest(subject: string): boolean;
  /** The last word of a subject: a manifest's token, a chunk's ID, a node's name. */
  tokenOf(subject: string): string;
  /** An empty message: a node that receives it has received everything before it. */
  readonly marker: string;
  /** A node's sign of life. */
  sign(node: string): string;
}

export function createSubjects(name: string): Subjects {
  const last = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);
  return {
    entryStream: `${name}_entries`,
    controlStream: `${name}_control`,
    allEntries: `${name}.entry.*`,
    allChunks: `${name}.chunk.*.*`,
    allControl: `${name}.control.>`,
    marker: `${name}.control.marker`,
    allSigns: `${name}.alive.*`,
    entry: (organization) => `${name}.entry.${escape(organization)}`,
    isEntry: (subject) => subject.startsWith(`${name}.entry.`),
    organizationOf: (subject) => organizationId(decodeURIComponent(last(subject))),
    chunk: (organization, id) => `${name}.chunk.${escape(organization)}.${id}`,
    manifest: (token) => `${name}.control.manifest.${token}`,
    isManifest: (subject) => subject.startsWith(`${name}.control.manifest.`),
    tokenOf: last,
    sign: (node) => `${name}.alive.${node}`,
  };
}

/** One word of a subject, for any characters in the ID. */
function escape(organization: OrganizationId): string {
  return encodeURIComponent(organization).replaceAll('.', '%2E').replaceAll('*', '%2A');
}
