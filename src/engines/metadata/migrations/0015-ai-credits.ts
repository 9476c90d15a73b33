import type { Migration } from './migration.ts';

/** Amounts are micro-credits. */
export const aiCredits: Migration = {
  name: '0015-ai-credits',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `create table ai_credits (
       organization_id ${text} not null references organizations (id) on delete cascade,
       month ${text} not null,
       used ${integer} not null default 0,
       held ${integer} not null default 0,
       runs ${integer} not null default 0,
       failed_runs ${integer} not null default 0,
       constraint ai_credits_pkey primary key (organization_id, month),
       constraint ai_credits_amounts check (used >= 0 and held >= 0)
     ) ${strict}`,
    `create table ai_holds (
       id ${text} primary key,
       organization_id ${text} not null references organizations (id) on delete cascade,
       month ${text} not null,
       amount ${integer} not null,
       expires_at ${integer} not null
     ) ${strict}`,
    `create index ai_holds_organization on ai_holds (organization_id, expires_at)`,
    `create index ai_holds_expires on ai_holds (expires_at)`,
  ],
};
