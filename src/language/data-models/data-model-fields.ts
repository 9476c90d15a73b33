/** What the fields of the built-in data models are called in events. */
import type { Dataset } from './data-models.ts';
import { isBareName } from '../parser/lexer.ts';

/** The names under which events have a field, the usual one first; a name starting with `=` is an expression. */
type Names = Readonly<Record<string, readonly string[]>>;

export function dataset(
  name: string,
  search: string,
  names: Names,
  parent: string | null = null,
): Dataset {
  const fields = Object.entries(names).map(([field, others]) => {
    const [only] = others;
    if (only === undefined) return { name: field, expression: null };
    if (only.startsWith('=')) return { name: field, expression: only.slice(1) };
    return { name: field, expression: `coalesce(${[field, ...others].map(quoted).join(', ')})` };
  });
  return { name, parent, search, fields };
}

/** A leading slash selects only the part after the last slash of a path. */
function quoted(name: string): string {
  if (name.startsWith('/')) return `replace(${quoted(name.slice(1))}, "^.*[/\\\\\\\\]", "")`;
  return isBareName(name) && !name.includes('.') ? name : `'${name}'`;
}

export const WHO: Names = { user: ['user.name', 'User', 'TargetUserName', 'enduser.id'] };
export const WHERE: Names = { dest: ['host.name', 'Computer', 'ComputerName', 'host'] };
export const NETWORK: Names = {
  src: ['src_ip', 'source.ip', 'source.address', 'client.address', 'SourceIp'],
  src_ip: ['source.ip', 'client.address', 'SourceIp'],
  src_port: ['source.port', 'SourcePort'],
  dest: ['dest_ip', 'destination.ip', 'destination.address', 'server.address', 'DestinationIp'],
  dest_ip: ['destination.ip', 'server.address', 'DestinationIp'],
  dest_port: ['destination.port', 'server.port', 'DestinationPort'],
};
export const VENDOR: Names = { vendor_product: ['observer.product', 'sourcetype'] };

export const PROCESS: Names = {
  ...WHO,
  ...WHERE,
  ...VENDOR,
  action: [],
  process: ['process.command_line', 'CommandLine'],
  process_name: ['process.name', 'process.executable.name', '/Image'],
  process_path: ['process.executable', 'process.executable.path', 'Image'],
  process_exec: ['process.name', '/Image'],
  process_id: ['process.pid', 'ProcessId'],
  process_guid: ['process.entity_id', 'ProcessGuid'],
  process_hash: ['process.hash.sha256', 'Hashes'],
  process_integrity_level: ['IntegrityLevel'],
  process_current_directory: ['process.working_directory', 'CurrentDirectory'],
  original_file_name: ['process.pe.original_file_name', 'OriginalFileName'],
  parent_process: ['process.parent.command_line', 'ParentCommandLine'],
  parent_process_name: ['process.parent.name', '/ParentImage'],
  parent_process_path: ['process.parent.executable', 'ParentImage'],
  parent_process_exec: ['process.parent.name', '/ParentImage'],
  parent_process_id: ['process.parent.pid', 'ParentProcessId'],
  parent_process_guid: ['process.parent.entity_id', 'ParentProcessGuid'],
};
