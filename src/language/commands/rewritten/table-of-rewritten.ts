/** Commands without a separate stage type. */
import { autoregressCommand } from './autoregress.ts';
import { concurrencyCommand } from './concurrency.ts';
import { eventcountCommand } from './eventcount.ts';
import { fieldformatCommand } from './fieldformat.ts';
import { fromjsonCommand } from './fromjson.ts';
import { gaugeCommand } from './gauge.ts';
import { geostatsCommand } from './geostats.ts';
import { loadjobCommand } from './loadjob.ts';
import { metadataCommand } from './metadata.ts';
import { metasearchCommand } from './metasearch.ts';
import { multisearchCommand } from './multisearch.ts';
import { noopCommand } from './noop.ts';
import { strcatCommand } from './strcat.ts';
import { timewrapCommand } from './timewrap.ts';
import { trendlineCommand } from './trendline.ts';
import { unionCommand } from './union.ts';
import type { RewrittenCommand } from '../definition.ts';

export const REWRITTEN_COMMANDS: readonly RewrittenCommand[] = [
  autoregressCommand,
  concurrencyCommand,
  eventcountCommand,
  fieldformatCommand,
  fromjsonCommand,
  gaugeCommand,
  geostatsCommand,
  loadjobCommand,
  metadataCommand,
  metasearchCommand,
  multisearchCommand,
  noopCommand,
  strcatCommand,
  timewrapCommand,
  trendlineCommand,
  unionCommand,
];
