import type { Migration } from './migration.ts';

export const settings: Migration = {
  name: '0001-settings',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table settings (
       key ${text} primary key,
       value ${text} not null,
       changed_at ${integer} not null
     ) ${strict}`,
  ],
};
