import { ActionIcon, Group, Modal, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useNow } from '../../../../core/ui/use-now.ts';
import { estimateTokens } from '../../../../../shared/language/estimate.ts';
import { formatDuration, formatNumber } from '../../../../core/ui/format.ts';
import { describeAnswerRun, firstTextAfter, thoughtsTitle } from '../../answers/answer-words.ts';
import { Fact, Facts } from '../../../../core/ui/Facts.tsx';
import { Section } from '../../../../core/ui/Form.tsx';
import classes from '../../Language.module.css';
import { findSlot } from '../document/slots.ts';
import {
  isWriting,
  shownAnswer,
  useCompletion,
  useCompletionSession,
  type ShownAnswer,
} from '../session/index.ts';
import { AnswerDetails } from '../../answers/AnswerDetails.tsx';
import { NOT_WAITING, waitWords } from '../../answers/wait-words.ts';
import { endWords } from './run-words.ts';
import { SmallButton, SmallNote, SmallStatus } from '../../../../core/ui/variants.ts';

export function LastAnswerBar() {
  const isRunning = useCompletion(isWriting);
  const ended = useCompletion((state) => {
    const answer = shownAnswer(state);
    return answer?.run === undefined ? undefined : answer;
  });
  if (isRunning) return <Running />;
  return ended?.run === undefined ? null : <Ended answer={ended} run={ended.run} />;
}

/** Updates twice a second instead of with each piece. */
function Running() {
  'use no memo'; // reads the current state at each tick
  const { getState: state } = useCompletionSession().store;
  const answer = shownAnswer(state());
  const now = useNow(500, answer?.startedAt);
  if (answer === undefined) return null;
  const { startedAt, progress, isStreamed, count } = answer;
  const elapsed = Math.max(0, now - startedAt);
  const pieces = progress?.pieces ?? 0;
  const since = progress?.firstTextAt === undefined ? 0 : now - progress.firstTextAt;
  const speed =
    since > 500 && pieces > 1 ? `, ≈ ${Math.round((pieces * 1000) / since)} a second` : '';
  const wait = waitWords(progress?.waiting ?? NOT_WAITING, !isStreamed, now);
  const words =
    pieces > 0 ? `≈ ${formatNumber(pieces)} tokens${speed}` : `${wait.words}${wait.countdown}…`;
  return (
    <Section title="Answer">
      <Stack gap="xs" role="group" aria-label="Answer">
        <Facts>
          <Fact name="Received">
            {count > 1 && isStreamed ? `${count} answers: ` : ''}
            {words}
          </Fact>
          <Fact name="Time">{formatDuration(elapsed)}</Fact>
        </Facts>
        <More answer={answer} />
      </Stack>
    </Section>
  );
}

function More({
  answer,
  children,
}: {
  readonly answer: ShownAnswer;
  readonly children?: ReactNode;
}) {
  return (
    <Group gap="xs">
      {children}
      <SideBySide answer={answer} />
      <ThoughtsOf answer={answer} />
      <Misaligned answer={answer} />
    </Group>
  );
}

function ThoughtsOf({ answer }: { readonly answer: ShownAnswer }) {
  const [isShown, setShown] = useState(false);
  const thoughts = answer.progress?.thoughts ?? '';
  if (thoughts === '') return null;
  const counted = answer.run?.usage?.reasoningTokens;
  return (
    <>
      <SmallButton variant="subtle" onClick={() => setShown(true)}>
        {thoughtsTitle(counted ?? estimateTokens(thoughts), counted !== undefined)}
      </SmallButton>
      <Modal opened={isShown} onClose={() => setShown(false)} title="Thoughts" size="lg">
        <Text className={classes['code'] ?? ''}>{thoughts}</Text>
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
    <Section title="Last answer" actions={<Versions slotId={answer.slotId} />}>
      <Stack gap="xs" role="group" aria-label="Answer">
        {end.words !== 'Done.' && <SmallStatus>{end.words}</SmallStatus>}
        <Facts>
          <Fact name="Received">{describeAnswerRun(run)}</Fact>
          {first !== undefined && <Fact name="First word">after {formatDuration(first)}</Fact>}
          {run.isPractice && <Fact name="Cost">Free</Fact>}
        </Facts>
        <More answer={answer}>
          {end.canContinue && (
            <SmallButton onClick={() => void session.continueOn(answer.slotId)}>
              Continue this answer
            </SmallButton>
          )}
          <SmallButton variant="subtle" onClick={() => setDetailsShown(true)}>
            Details
          </SmallButton>
        </More>
      </Stack>
      <AnswerDetails run={run} isOpen={areDetailsShown} onClose={() => setDetailsShown(false)} />
    </Section>
  );
}

function Versions({ slotId }: { readonly slotId: string }) {
  const session = useCompletionSession();
  const document = useCompletion((state) => state.document);
  const subscribe = useCallback(
    (changed: () => void) => document?.subscribe(changed) ?? (() => undefined),
    [document],
  );
  const place = useSyncExternalStore(subscribe, () => {
    const slot = document && findSlot(document.state(), slotId);
    return slot === undefined ? '' : `${slot.active + 1} of ${slot.versions.length}`;
  });
  const [at = 1, of = 1] = place.split(' of ').map(Number);
  if (of < 2) return null;
  return (
    <>
      <ActionIcon
        size="sm"
        aria-label="Answer before"
        disabled={at === 1}
        onClick={() => session.actions.stepVersion(slotId, -1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <SmallNote span>{place}</SmallNote>
      <ActionIcon
        size="sm"
        aria-label="Answer after"
        disabled={at === of}
        onClick={() => session.actions.stepVersion(slotId, 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </>
  );
}

function SideBySide({ answer }: { readonly answer: ShownAnswer }) {
  const session = useCompletionSession();
  const isShown = useCompletion((state) => state.areCandidatesShown);
  if (isShown || answer.count < 2) return null;
  return (
    <SmallButton onClick={() => session.showCandidates(true)}>
      Show {answer.count} answers
    </SmallButton>
  );
}

function Misaligned({ answer }: { readonly answer: ShownAnswer }) {
  if (answer.progress?.isAligned !== false) return null;
  return (
    <SmallNote span>
      The service’s tokens and text disagree, so the rest has no probabilities.
    </SmallNote>
  );
}
