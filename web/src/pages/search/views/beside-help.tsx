/** What a query finds, and beside it, where somebody has asked for it, what the language is. */
import { lazy, type ReactNode, Suspense } from 'react';
import type { HelpTopic } from '../../../query/help/help-topic.ts';
import { usePage } from '../page-context.tsx';

const LanguageHelp = lazy(async () => {
  const { LanguageHelp: component } = await import('../../../query/help/language-help.tsx');
  return { default: component };
});

interface BesideHelpProps {
  readonly organization: string;
  readonly topic: HelpTopic | undefined;
  readonly onTopic: (topic: HelpTopic | undefined) => void;
  /** Called when somebody has read enough. */
  readonly onClosed: () => void;
  readonly children: ReactNode;
}

export function BesideHelp(props: BesideHelpProps) {
  const { organization, topic, onTopic, onClosed, children } = props;
  const { actions } = usePage();
  return (
    <div className="sx-under">
      <div className="sx-found">{children}</div>
      {topic !== undefined && (
        <Suspense>
          <LanguageHelp
            organization={organization}
            topic={topic}
            onTopic={onTopic}
            onRun={(query) => actions.run(query, { mode: 'auto', isLive: false })}
            onClose={() => {
              onTopic(undefined);
              onClosed();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
