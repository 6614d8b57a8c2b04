import { Box } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { PlainMessage } from '../../../../../shared/contract/conversations.ts';
import { textOfEvents, thoughtsOf } from '../../../../../shared/language/answer-events.ts';
import { GrowingSplit } from '../../../../../shared/language/thought-tags.ts';
import { estimateTokens } from '../../../../../shared/language/estimate.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import { thoughtsTitle } from '../../answers/answer-words.ts';
import shared from '../../../../core/ui/shared.module.css';

export function Thoughts(props: {
  readonly message: Pick<PlainMessage, 'thoughts' | 'run' | 'choice'>;
}) {
  const { thoughts, run, choice } = props.message;
  const live = useLiveThoughts(run?.state === 'running' ? run.id : undefined, choice);
  const text = live === '' ? (thoughts ?? '') : live;
  const [isOpen, setOpen] = useState(false);
  if (text === '') return null;
  const counted = run?.usage?.reasoningTokens;
  const tokens = counted ?? estimateTokens(text);
  return (
    <Box
      component="details"
      mt="3xs"
      mb="xs"
      c="dimmed"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{thoughtsTitle(tokens, counted !== undefined)}</summary>
      {isOpen && (
        <Box
          mt="2xs"
          py="2xs"
          pl="sm"
          className={shared['text'] ?? ''}
          style={{ borderLeft: 'var(--gesso-outline) solid var(--gesso-line)' }}
        >
          {text}
        </Box>
      )}
    </Box>
  );
}

function useLiveThoughts(runId: string | undefined, choice: number): string {
  const [live, setLive] = useState({ runId, text: '' });
  useEffect(() => {
    if (runId === undefined) return undefined;
    let apart = '';
    const split = new GrowingSplit();
    return answers.follow(runId, {
      take({ events }) {
        apart += thoughtsOf(events, choice);
        split.add(textOfEvents(events, choice));
        // setting equal text must not render
        setLive((now) => {
          const text = apart + split.thoughts;
          return now.runId === runId && now.text === text ? now : { runId, text };
        });
      },
    });
  }, [runId, choice]);
  return live.runId === runId && runId !== undefined ? live.text : '';
}
