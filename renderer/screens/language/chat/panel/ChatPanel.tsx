/** The conversation's own settings: system message, parameters, and its cost so far. */
import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type {
  LanguageParameters,
  Spent as SpentSums,
} from '../../../../../shared/contract/language.ts';
import { backend } from '../../../../base/backend/client.ts';
import { useActiveConnection } from '../../../../base/backend/connections.ts';
import { useSetting, useUpdateSettings } from '../../../../base/backend/settings.ts';
import { Inspector } from '../../../../base/frame/Inspector.tsx';
import { count, formatNumber } from '../../../../base/ui/format.ts';
import { GrowingTextarea } from '../../../../base/ui/GrowingTextarea.tsx';
import { useRunningAnswers } from '../../../../texts/answers/index.ts';
import { SEND_KEYS } from '../composer/send-keys.ts';
import { useModelId } from '../composer/use-next.ts';
import { ParametersPanel } from '../../parameters/ParametersPanel.tsx';
import { NextRequest } from '../../request/NextRequest.tsx';
import { formatCost } from '../../answers/answer-words.ts';
import { WIDEST_PANEL } from '../../parameters/panel-width.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { SYSTEM_MESSAGE_ID } from './system-message.ts';

/** A text or a slider is saved when it rests, ms. */
const REST = 400;

/** Milliseconds. */
const DAY = 86_400_000;

export const ChatPanel = memo(function ChatPanel() {
  const session = useChatSession();
  // the same object while a new conversation becomes one that is kept: their fields are many
  const parameters = useChat(useShallow((state) => (state.conversation ?? state.fresh).parameters));
  const modelId = useModelId();
  const setParameters = useCallback(
    (next: LanguageParameters) => void session.change({ parameters: next }),
    [session],
  );
  return (
    <Inspector label="Conversation settings" most={WIDEST_PANEL}>
      <SystemMessage />
      <ParametersPanel use="chat" parameters={parameters} onChange={setParameters} />
      <EnterSends />
      <NextRequest load={() => session.nextRequest(modelId)} />
      <Spent />
      <SpentToday />
    </Inspector>
  );
});

const EnterSends = memo(function EnterSends() {
  const chatEnterSends = useSetting('chatEnterSends');
  const update = useUpdateSettings();
  return (
    <Checkbox
      label="Enter sends"
      description={`Shift+Enter begins a line. Off: Enter begins a line, and ${SEND_KEYS} sends.`}
      checked={chatEnterSends}
      onChange={({ currentTarget }) => update({ chatEnterSends: currentTarget.checked })}
    />
  );
});

const SystemMessage = memo(function SystemMessage() {
  const conversationId = useChat((state) => state.conversationId);
  return <SystemField key={conversationId} />;
});

function SystemField() {
  const session = useChatSession();
  const system = useChat((state) => (state.conversation ?? state.fresh).system);
  const [typed, setTyped] = useState<string>();
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
    if (typed === undefined) return undefined;
    const timer = setTimeout(() => {
      void session.change({ system: typed });
      setTyped(undefined);
    }, REST);
    return () => clearTimeout(timer);
  }, [typed, session]);
  return (
    <GrowingTextarea
      id={SYSTEM_MESSAGE_ID}
      label="System message"
      description="Sent before each request of this conversation."
      leastLines={2}
      mostLines={12}
      value={typed ?? system}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        if (latest.current === undefined) return;
        void session.change({ system: latest.current });
        setTyped(undefined);
      }}
    />
  );
}

const Spent = memo(function Spent() {
  const spent = useChat((state) => state.conversation?.spent);
  return <Sums title="This conversation" spent={spent} note="Deleted answers count." />;
});

/** All answers of the day on the active connection, read again when an answer has ended. */
const SpentToday = memo(function SpentToday() {
  const connection = useActiveConnection();
  const connectionId = connection?.id ?? '';
  // an answer that begins or ends anywhere changes it
  const running = useRunningAnswers((answers) => [...answers.keys()].join(' '));
  const { data } = useQuery({
    queryKey: ['answers of today', connectionId, running],
    staleTime: 0,
    queryFn: () => backend.language.spent({ connectionId, day: Math.floor(Date.now() / DAY) }),
    enabled: connection !== undefined,
    placeholderData: (before) => before,
  });
  return <Sums title="Today" spent={data} note="All of Language, UTC." />;
});

function Sums(props: {
  readonly title: string;
  readonly spent: SpentSums | undefined;
  readonly note: string;
}) {
  const { title, spent, note } = props;
  const isPractice = useActiveConnection()?.kind === 'practice';
  if (spent === undefined || spent.answers === 0) return null;
  const { answers, promptTokens, completionTokens, cost, estimated, unknown } = spent;
  const isFree = isPractice && cost + estimated + unknown === 0;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {count(answers, 'answer')} · {formatNumber(promptTokens)} tokens sent ·{' '}
        {formatNumber(completionTokens)} received
      </Text>
      <Text size="xs" c="dimmed">
        {isFree
          ? 'Practice: free'
          : estimated > 0
            ? `≈ ${formatCost(cost + estimated)}`
            : formatCost(cost)}
        {unknown > 0 && `, ${count(unknown, 'answer')} without a known cost`}. {note}
      </Text>
    </div>
  );
}
