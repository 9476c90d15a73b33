import type { Migration } from './migration.ts';

export const leases: Migration = {
  name: '0002-leases',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table leases (
       name ${text} primary key,
       holder ${text},
       fence ${integer} not null,
       renewals ${integer} not null,
       due_at ${integer} not null
     ) ${strict}`,
  ],
};
