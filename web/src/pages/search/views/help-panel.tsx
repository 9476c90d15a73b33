/** Language reference next to the search results. */
import { lazy, Suspense } from 'react';
import type { HelpTopic } from '../../../query/help/help-topic.ts';
import { usePage } from '../page-context.tsx';

const LanguageHelp = lazy(async () => {
  const { LanguageHelp: component } = await import('../../../query/help/language-help.tsx');
  return { default: component };
});

interface HelpPanelProps {
  readonly organization: string;
  readonly topic: HelpTopic;
  readonly onTopic: (topic: HelpTopic | undefined) => void;
  /** Called when the user closes the help. */
  readonly onClosed: () => void;
}

export function HelpPanel({ organization, topic, onTopic, onClosed }: HelpPanelProps) {
  const { actions } = usePage();
  return (
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
  );
}
