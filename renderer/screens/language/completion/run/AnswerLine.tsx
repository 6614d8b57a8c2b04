/** The answer that is being written, or the last one: its figures, its end, and the way on. */
import { Button, Loader, Modal, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../../../base/ui/use-now.ts';
import { estimateTokens } from '../../../../../shared/language/estimate.ts';
import { formatDuration, formatNumber } from '../../../../base/ui/format.ts';
import { describeRun, firstTextAfter, thoughtsTitle } from '../../answers/answer-words.ts';
import classes from '../Completion.module.css';
import {
  shownAnswer,
  useCompletion,
  useCompletionSession,
  type ShownAnswer,
} from '../session/index.ts';
import { AnswerDetails } from '../../answers/AnswerDetails.tsx';
import { NOT_WAITING, waitWords } from '../../answers/wait-words.ts';
import { endWords } from './end-words.ts';

export function AnswerLine() {
  const answer = useCompletion(shownAnswer);
  if (answer === undefined) return null;
  return answer.run === undefined ? (
    <Running answer={answer} />
  ) : (
    <Ended answer={answer} run={answer.run} />
  );
}

function Running({ answer }: { readonly answer: ShownAnswer }) {
  const { startedAt, progress, isStreamed, count } = answer;
  const now = useNow(500, startedAt);
  const elapsed = Math.max(0, now - startedAt);
  const pieces = progress?.pieces ?? 0;
  const since = progress?.firstTextAt === undefined ? 0 : now - progress.firstTextAt;
  const speed =
    since > 500 && pieces > 1 ? ` · ≈ ${Math.round((pieces * 1000) / since)} a second` : '';
  const words =
    pieces > 0
      ? `≈ ${formatNumber(pieces)} tokens${speed}`
      : `${waitWords(progress?.waiting ?? NOT_WAITING, !isStreamed, now)}…`;
  return (
    <div className={classes['answerLine']} role="group" aria-label="Answer">
      <Loader size={14} />
      <Text span size="xs">
        {count > 1 && isStreamed ? `${count} answers: ` : ''}
        {words}
      </Text>
      <Text span size="xs" c="dimmed">
        {formatDuration(elapsed)}
      </Text>
      <SideBySide answer={answer} />
      <ThoughtsOf answer={answer} />
      <Misaligned answer={answer} />
    </div>
  );
}

/** The model's thoughts before it answered, on demand. */
function ThoughtsOf({ answer }: { readonly answer: ShownAnswer }) {
  const [isShown, setShown] = useState(false);
  const thoughts = answer.progress?.thoughts ?? '';
  if (thoughts === '') return null;
  const counted = answer.run?.usage?.reasoningTokens;
  return (
    <>
      <UnstyledButton fz="xs" c="dimmed" td="underline" onClick={() => setShown(true)}>
        {thoughtsTitle(counted ?? estimateTokens(thoughts), counted !== undefined)}
      </UnstyledButton>
      <Modal opened={isShown} onClose={() => setShown(false)} title="Thoughts" size="lg">
        <Text size="sm" className={classes['thoughts'] ?? ''}>
          {thoughts}
        </Text>
      </Modal>
    </>
  );
}

function Ended(props: {
  readonly answer: ShownAnswer;
  readonly run: NonNullable<ShownAnswer['run']>;
}) {
  const { answer, run } = props;
  const session = useCompletionSession();
  const [areDetailsShown, setDetailsShown] = useState(false);
  const end = endWords(run, answer.progress?.active ?? 0);
  const first = firstTextAfter(run);
  return (
    <div className={classes['answerLine']} role="group" aria-label="Answer">
      <Text span size="xs" role="status">
        {end.words}
      </Text>
      <Text span size="xs" c="dimmed">
        {[describeRun(run), first === undefined ? '' : `first word after ${formatDuration(first)}`]
          .filter((part) => part !== '')
          .join(' · ')}
      </Text>
      {end.canContinue && (
        <Button size="compact-xs" onClick={() => void session.continueOn(answer.slotId)}>
          Continue
        </Button>
      )}
      <SideBySide answer={answer} />
      <ThoughtsOf answer={answer} />
      <UnstyledButton fz="xs" c="dimmed" td="underline" onClick={() => setDetailsShown(true)}>
        Details
      </UnstyledButton>
      <Misaligned answer={answer} />
      <AnswerDetails run={run} isOpen={areDetailsShown} onClose={() => setDetailsShown(false)} />
    </div>
  );
}

/** The way back to several answers whose cards were closed. */
function SideBySide({ answer }: { readonly answer: ShownAnswer }) {
  const session = useCompletionSession();
  const isShown = useCompletion((state) => state.areCandidatesShown);
  if (isShown || answer.count < 2) return null;
  return (
    <Button size="compact-xs" onClick={() => session.showCandidates(true)}>
      Show {answer.count} answers
    </Button>
  );
}

function Misaligned({ answer }: { readonly answer: ShownAnswer }) {
  if (answer.progress?.isAligned !== false) return null;
  return (
    <Text span size="xs" c="dimmed">
      The service’s tokens and text disagree, so the rest has no probabilities.
    </Text>
  );
}
