import type { IncomingMessage } from 'node:http';
import { answerPage } from '../render/incident-page.ts';
import { askToSubscribe, confirmSubscription, leave } from '../subscribe.ts';
import { readToken } from '../tell-subscribers.ts';
import { readBody } from './read-body.ts';
import type { StatusNeeds } from './status-needs.ts';

interface FormAnswer {
  readonly status: number;
  readonly html: string;
}

const BAD_LINK = {
  status: 400,
  html: answerPage(
    'This link does not work',
    'It may be too old, or was copied in part. Ask for a new one on the front page.',
  ),
};

/** Links in mails are opened by programs too, so they only show a button; the button does it. */
export function showForm(needs: StatusNeeds, path: string, token: string): FormAnswer {
  const purpose = path === '/subscribe/confirm' ? 'confirm' : 'leave';
  if (readToken(needs.history.secret, purpose, token) === undefined) return BAD_LINK;
  const html =
    purpose === 'confirm'
      ? answerPage(
          'One more click',
          'Mails come when an incident begins or ends and when maintenance is announced.',
          {
            action: '/subscribe/confirm',
            token,
            text: 'Send me these mails',
          },
        )
      : answerPage('No more mails?', 'You can subscribe again at any time.', {
          action: '/subscribe/leave',
          token,
          text: 'Send me no more mails',
        });
  return { status: 200, html };
}

export async function takeForm(
  needs: StatusNeeds,
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
): Promise<FormAnswer> {
  const body = await readBody(request);
  const form = new URLSearchParams(body ?? '');
  // A mail program that leaves with one click puts its own words into the form and the token into the address.
  const token = form.get('token') ?? query.get('token') ?? '';
  let answer: FormAnswer | undefined;
  const isKept = needs.board.write((history) => {
    if (path === '/subscribe') answer = subscribe(needs, form.get('address') ?? '');
    else if (path === '/subscribe/confirm') {
      const html = answerPage('Done', 'From now on you are told by mail.');
      answer = confirmSubscription(history, needs.now(), token) ? { status: 200, html } : BAD_LINK;
    } else {
      const html = answerPage('Done', 'No more mails come to this address.');
      answer = leave(history, token) ? { status: 200, html } : BAD_LINK;
    }
  });
  if (isKept && answer !== undefined) return answer;
  return {
    status: 503,
    html: answerPage('Not now', 'Nothing could be noted down. Try again in a few minutes.'),
  };
}

function subscribe(needs: StatusNeeds, address: string): FormAnswer {
  const { history, settings } = needs;
  if (askToSubscribe(history, settings.url, needs.now(), address) === undefined) {
    const html = answerPage('This is no address', 'Go back and look at the address once more.');
    return { status: 400, html };
  }
  const html = answerPage(
    'Look into your mail',
    'If this address is not subscribed yet, a mail with a link is on its way to it. The link works for 48 hours.',
  );
  return { status: 200, html };
}
