import { readField } from '../parser/arguments.ts';
import { BOOLEAN, TEXT } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { joinParts, printField } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { IplocationStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<IplocationStage['options']> = {
  prefix: { kind: TEXT, default: '', summary: 'Text before the name of each new field.' },
  allfields: {
    kind: BOOLEAN,
    default: false,
    summary: 'Also adds `Continent`, `MetroCode` and `Timezone`.',
  },
  lang: {
    kind: TEXT,
    default: 'en',
    summary: 'Language of the names, such as `de`. English if the database has no other.',
  },
};

const USUAL = ['City', 'Country', 'Region', 'lat', 'lon'] as const;
const FURTHER = ['Continent', 'MetroCode', 'Timezone'] as const;
export type LocationField = (typeof USUAL)[number] | (typeof FURTHER)[number];

export function locationFields({
  allfields,
}: Pick<IplocationStage['options'], 'allfields'>): readonly LocationField[] {
  return allfields ? [...USUAL, ...FURTHER] : USUAL;
}

export const iplocationCommand: Command<IplocationStage> = {
  name: 'iplocation',
  category: 'Fields',
  summary:
    'Adds the location of an IP address: `City`, `Country`, `Region`, `lat` and `lon`. Requires a location database.',
  syntax: 'iplocation [prefix=<string>] [allfields=<boolean>] [lang=<string>] <field>',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOptions(parser, options);
    const field = readField(parser);
    takeOptions(parser, options);
    return {
      kind: 'iplocation',
      field,
      options: finishOptions(options),
      ...spanFrom(parser, start),
    };
  },
  print: (stage) => joinParts(printOptions(OPTIONS, stage.options), printField(stage.field)),
  shape: ({ options }, before) =>
    withFields(before, ...locationFields(options).map((name) => options.prefix + name)),
};
