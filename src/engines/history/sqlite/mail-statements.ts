import type { History, MailRow, SubscriberRow } from '../history.ts';
import { numberOf, textOf, type Row, type Statements } from './statements.ts';

type Part = Pick<
  History,
  | 'setSubscriber'
  | 'subscriber'
  | 'confirmedSubscribers'
  | 'countSubscribers'
  | 'removeSubscriber'
  | 'addMails'
  | 'dueMails'
  | 'setMail'
  | 'removeMail'
>;

const ADD_MAIL = `insert into mails (id, address, subject, text, leave_url, made_at, attempts, due_at)
  values (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Subscribers and their queued emails. */
export function mailStatements(statements: Statements): Part {
  return {
    setSubscriber: ({ id, address, askedAt, isConfirmed }) => {
      statements.change(
        `insert into subscribers (id, address, asked_at, is_confirmed) values (?, ?, ?, ?)
           on conflict (address) do update set
             asked_at = excluded.asked_at, is_confirmed = excluded.is_confirmed`,
        ...([id, address, askedAt, isConfirmed ? 1 : 0] as const),
      );
    },
    subscriber: (key) => {
      const row =
        'id' in key
          ? statements.first('select * from subscribers where id = ?', key.id)
          : statements.first('select * from subscribers where address = ?', key.address);
      return row === undefined ? undefined : subscriberOf(row);
    },
    confirmedSubscribers: () =>
      statements
        .all('select * from subscribers where is_confirmed = 1 order by id')
        .map(subscriberOf),
    countSubscribers: () => {
      const row = statements.first('select count(*) as count from subscribers');
      return row === undefined ? 0 : numberOf(row, 'count');
    },
    removeSubscriber: (id) => {
      statements.change('delete from subscribers where id = ?', id);
    },
    addMails: (mails) => {
      statements.together(() => {
        for (const {
          id,
          address,
          subject,
          text: words,
          leaveUrl,
          madeAt,
          attempts,
          dueAt,
        } of mails) {
          const values = [id, address, subject, words, leaveUrl, madeAt, attempts, dueAt] as const;
          statements.change(ADD_MAIL, ...values);
        }
      });
    },
    dueMails: (now, take) =>
      statements
        .all('select * from mails where due_at <= ? order by due_at limit ?', now, take)
        .map(mailOf),
    setMail: (id, attempts, dueAt) => {
      statements.change(
        'update mails set attempts = ?, due_at = ? where id = ?',
        attempts,
        dueAt,
        id,
      );
    },
    removeMail: (id) => {
      statements.change('delete from mails where id = ?', id);
    },
  };
}

function subscriberOf(row: Row): SubscriberRow {
  return {
    id: textOf(row, 'id'),
    address: textOf(row, 'address'),
    askedAt: numberOf(row, 'asked_at'),
    isConfirmed: numberOf(row, 'is_confirmed') === 1,
  };
}

function mailOf(row: Row): MailRow {
  return {
    id: textOf(row, 'id'),
    address: textOf(row, 'address'),
    subject: textOf(row, 'subject'),
    text: textOf(row, 'text'),
    leaveUrl: row['leave_url'] === null ? null : textOf(row, 'leave_url'),
    madeAt: numberOf(row, 'made_at'),
    attempts: numberOf(row, 'attempts'),
    dueAt: numberOf(row, 'due_at'),
  };
}
