import type { Migration } from './migration.ts';

/** Second factors of people: what proves one, guesses that were wrong, and sign-ins that wait for one. */
export const secondFactors: Migration = {
  name: '0054-second-factors',
  isAdditive: true,
  statements: ({ text, integer, strict }) => [
    `alter table sessions add column second_factor ${text}`,
    `alter table organizations add column second_factor ${text} not null default 'optional'`,
    `create table second_factors (
       id ${text} primary key,
       user_id ${text} not null references users (id) on delete cascade,
       kind ${text} not null check (kind in ('totp', 'passkey')),
       name ${text} not null,
       secret ${text} not null,
       credential ${text} unique,
       counter ${integer} not null,
       created_at ${integer} not null,
       used_at ${integer}
     ) ${strict}`,
    'create index second_factors_user on second_factors (user_id)',
    `create table recovery_codes (
       hash ${text} primary key,
       user_id ${text} not null references users (id) on delete cascade
     ) ${strict}`,
    'create index recovery_codes_user on recovery_codes (user_id)',
    `create table second_factor_guesses (
       id ${text} primary key,
       user_id ${text} not null references users (id) on delete cascade,
       guessed_at ${integer} not null
     ) ${strict}`,
    'create index second_factor_guesses_user on second_factor_guesses (user_id, guessed_at)',
    `create table second_factor_steps (
       hash ${text} primary key,
       user_id ${text} not null references users (id) on delete cascade,
       purpose ${text} not null check (purpose in ('sign-in', 'confirm', 'totp', 'passkey')),
       session_id ${text},
       challenge ${text} not null,
       secret ${text},
       is_remembered ${integer} not null,
       expires_at ${integer} not null
     ) ${strict}`,
    'create index second_factor_steps_expiry on second_factor_steps (expires_at)',
    'create index second_factor_steps_user on second_factor_steps (user_id)',
  ],
};
