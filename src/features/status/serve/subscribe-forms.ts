import type { IncomingMessage } from 'node:http';
import { answerPage } from '../render/incident-page.ts';
import { askToSubscribe, confirmSubscription, leave } from '../subscribe.ts';
import { readToken } from '../notify-subscribers.ts';
import { readBody } from './read-body.ts';
import type { StatusNeeds } from './status-needs.ts';

interface FormAnswer {
  readonly status: number;
  readonly html: string;
}

const BAD_LINK = {
  status: 400,
  html: answerPage(
    "This link doesn't work",
    'It expired or is incomplete. Request a new one on the status page.',
  ),
};

/** Links in mails are opened by programs too, so they only show a button; the button does it. */
export function showForm(needs: StatusNeeds, path: string, token: string): FormAnswer {
  const purpose = path === '/subscribe/confirm' ? 'confirm' : 'leave';
  if (readToken(needs.history.secret, purpose, token) === undefined) return BAD_LINK;
  const html =
    purpose === 'confirm'
      ? answerPage(
          'Confirm your subscription',
          "You'll get an email when an incident starts or ends and when maintenance is announced.",
          {
            action: '/subscribe/confirm',
            token,
            text: 'Subscribe',
          },
        )
      : answerPage('Unsubscribe', 'You can subscribe again at any time.', {
          action: '/subscribe/leave',
          token,
          text: 'Unsubscribe',
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
  // An email client with one-click unsubscribe posts its own form fields and puts the token into the URL.
  const token = form.get('token') ?? query.get('token') ?? '';
  let answer: FormAnswer | undefined;
  const isKept = needs.board.write((history) => {
    if (path === '/subscribe') answer = subscribe(needs, form.get('address') ?? '');
    else if (path === '/subscribe/confirm') {
      const html = answerPage('Done', 'You are subscribed to status updates.');
      answer = confirmSubscription(history, needs.now(), token) ? { status: 200, html } : BAD_LINK;
    } else {
      const html = answerPage('Done', "You won't get any more emails.");
      answer = leave(history, token) ? { status: 200, html } : BAD_LINK;
    }
  });
  if (isKept && answer !== undefined) return answer;
  return {
    status: 503,
    html: answerPage('Try again later', "Couldn't save your change. Try again in a few minutes."),
  };
}

function subscribe(needs: StatusNeeds, address: string): FormAnswer {
  const { history, settings } = needs;
  if (askToSubscribe(history, settings.url, needs.now(), address) === undefined) {
    const html = answerPage('Invalid email address', 'Go back and check the address.');
    return { status: 400, html };
  }
  const html = answerPage(
    'Check your email',
    "If this address isn't subscribed yet, we've sent it a confirmation link. The link is valid for 48 hours.",
  );
  return { status: 200, html };
}
