/** Every command. Reading, printing, completion, help and the pages of the documentation go by this table. */
import { accumCommand } from './accum.ts';
import { addcoltotalsCommand } from './addcoltotals.ts';
import { addinfoCommand } from './addinfo.ts';
import { addtotalsCommand } from './addtotals.ts';
import { appendCommand } from './append.ts';
import { appendcolsCommand } from './appendcols.ts';
import { appendpipeCommand } from './appendpipe.ts';
import { binCommand } from './bin.ts';
import { chartCommand } from './chart.ts';
import { clusterCommand } from './cluster.ts';
import { collectCommand } from './collect.ts';
import { convertCommand } from './convert.ts';
import { dedupCommand } from './dedup.ts';
import { deltaCommand } from './delta.ts';
import { evalCommand } from './eval.ts';
import { eventstatsCommand } from './eventstats.ts';
import { extractCommand } from './extract.ts';
import { fieldsCommand } from './fields.ts';
import { filldownCommand } from './filldown.ts';
import { fillnullCommand } from './fillnull.ts';
import { foreachCommand } from './foreach.ts';
import { formatCommand } from './format.ts';
import { headCommand } from './head.ts';
import { inputlookupCommand } from './inputlookup.ts';
import { iplocationCommand } from './iplocation.ts';
import { joinCommand } from './join.ts';
import { lookupCommand } from './lookup.ts';
import { makemvCommand } from './makemv.ts';
import { makeresultsCommand } from './makeresults.ts';
import { mapCommand } from './map.ts';
import { mvcombineCommand } from './mvcombine.ts';
import { mvexpandCommand } from './mvexpand.ts';
import { nomvCommand } from './nomv.ts';
import { outputlookupCommand } from './outputlookup.ts';
import { patternsCommand } from './patterns.ts';
import { rangemapCommand } from './rangemap.ts';
import { rareCommand } from './rare.ts';
import { regexCommand } from './regex.ts';
import { renameCommand } from './rename.ts';
import { replaceCommand } from './replace.ts';
import { returnCommand } from './return.ts';
import { reverseCommand } from './reverse.ts';
import { rexCommand } from './rex.ts';
import { datamodelCommand } from './datamodel.ts';
import { savedsearchCommand } from './savedsearch.ts';
import { searchCommand } from './search.ts';
import { sortCommand } from './sort.ts';
import { spathCommand } from './spath.ts';
import { statsCommand } from './stats.ts';
import { streamstatsCommand } from './streamstats.ts';
import { tableCommand } from './table.ts';
import { tailCommand } from './tail.ts';
import { timechartCommand } from './timechart.ts';
import { topCommand } from './top.ts';
import { transactionCommand } from './transaction.ts';
import { transposeCommand } from './transpose.ts';
import { tstatsCommand } from './tstats.ts';
import { untableCommand } from './untable.ts';
import { whereCommand } from './where.ts';
import { xmlkvCommand } from './xmlkv.ts';
import { xyseriesCommand } from './xyseries.ts';
import type { Stage, StageKind, StageOf } from '../tree.ts';
import type { Shape } from '../tree/shape.ts';
import type { PrintStyle } from '../print/style.ts';
import type { Command, RewrittenCommand } from './definition.ts';
import { REWRITTEN_COMMANDS } from './rewritten/table-of-rewritten.ts';

export const COMMANDS: { readonly [K in StageKind]: Command<StageOf<K>> } = {
  accum: accumCommand,
  addcoltotals: addcoltotalsCommand,
  addinfo: addinfoCommand,
  addtotals: addtotalsCommand,
  append: appendCommand,
  appendcols: appendcolsCommand,
  appendpipe: appendpipeCommand,
  bin: binCommand,
  chart: chartCommand,
  cluster: clusterCommand,
  collect: collectCommand,
  convert: convertCommand,
  dedup: dedupCommand,
  delta: deltaCommand,
  eval: evalCommand,
  eventstats: eventstatsCommand,
  extract: extractCommand,
  fields: fieldsCommand,
  filldown: filldownCommand,
  fillnull: fillnullCommand,
  foreach: foreachCommand,
  format: formatCommand,
  head: headCommand,
  inputlookup: inputlookupCommand,
  iplocation: iplocationCommand,
  join: joinCommand,
  lookup: lookupCommand,
  makemv: makemvCommand,
  makeresults: makeresultsCommand,
  map: mapCommand,
  mvcombine: mvcombineCommand,
  mvexpand: mvexpandCommand,
  nomv: nomvCommand,
  outputlookup: outputlookupCommand,
  patterns: patternsCommand,
  rangemap: rangemapCommand,
  rare: rareCommand,
  regex: regexCommand,
  rename: renameCommand,
  replace: replaceCommand,
  return: returnCommand,
  reverse: reverseCommand,
  rex: rexCommand,
  savedsearch: savedsearchCommand,
  datamodel: datamodelCommand,
  search: searchCommand,
  sort: sortCommand,
  spath: spathCommand,
  stats: statsCommand,
  streamstats: streamstatsCommand,
  table: tableCommand,
  tail: tailCommand,
  timechart: timechartCommand,
  top: topCommand,
  transaction: transactionCommand,
  transpose: transposeCommand,
  tstats: tstatsCommand,
  untable: untableCommand,
  where: whereCommand,
  xmlkv: xmlkvCommand,
  xyseries: xyseriesCommand,
};

/** Commands with a stage type of their own, and commands rewritten in terms of others. */
export const EVERY_COMMAND: readonly (Command | RewrittenCommand)[] = [
  ...kinds().map((kind) => COMMANDS[kind] as unknown as Command),
  ...REWRITTEN_COMMANDS,
].toSorted((left, right) => (left.name < right.name ? -1 : 1));

const BY_NAME = new Map<string, Command | RewrittenCommand>(
  EVERY_COMMAND.flatMap((command) =>
    [command.name, ...(command.aliases ?? [])].map((name) => [name, command]),
  ),
);

/** The keys of the table are exactly the kinds of stages; Object.keys forgets it. */
function kinds(): StageKind[] {
  return Object.keys(COMMANDS) as StageKind[];
}

/** By name or alias, not case-sensitive. */
export function findCommand(name: string): Command | RewrittenCommand | undefined {
  return BY_NAME.get(name.toLowerCase());
}

export const COMMAND_NAMES: readonly string[] = [...BY_NAME.keys()];

/** What follows the command's name. */
export function printArguments<K extends StageKind>(stage: StageOf<K>, style: PrintStyle): string {
  return commandOf(stage).print(stage, style);
}

/** The fields of the rows a stage gives. */
export function shapeAfter<K extends StageKind>(stage: StageOf<K>, before: Shape): Shape {
  return commandOf(stage).shape(stage, before);
}

/** A stage's kind is the name of its command, so the entry fits the stage. */
function commandOf<S extends Stage>(stage: S): Command<S> {
  return COMMANDS[stage.kind] as unknown as Command<S>;
}
