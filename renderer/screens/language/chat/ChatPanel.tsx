import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type {
  LanguageParameters,
  Spent as SpentSums,
} from '../../../../shared/contract/language.ts';
import { backend } from '../../../core/backend/client.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { Fact, Facts } from '../../../core/ui/Facts.tsx';
import { Section, SwitchRow } from '../../../core/ui/Form.tsx';
import { count, formatNumber } from '../../../core/ui/format.ts';
import { useNow } from '../../../core/ui/use-now.ts';
import { GrowingTextarea } from '../../../core/ui/GrowingTextarea.tsx';
import { useRunningAnswers } from '../../../markdown/answers/index.ts';
import { SEND_KEYS } from './composer/Composer.tsx';
import { ParametersPanel } from '../parameters/ParametersPanel.tsx';
import { ParameterPresets, WIDEST_PANEL } from '../parameters/ParameterPresets.tsx';

import { formatCost } from '../answers/answer-words.ts';
import { useChat, useChatSession } from './session/index.ts';
import { SYSTEM_MESSAGE_ID } from './focus.ts';

/** Delay before text and sliders are saved, ms. */
const REST = 400;

const DAY = 86_400_000;

export const ChatPanel = memo(function ChatPanel() {
  const session = useChatSession();
  // keeps its identity while a new conversation is created: it has many fields
  const parameters = useChat(useShallow((state) => (state.conversation ?? state.fresh).parameters));
  const setParameters = (next: LanguageParameters) => void session.change({ parameters: next });
  return (
    <Inspector
      label="Conversation settings"
      most={WIDEST_PANEL}
      title="Settings"
      head={<ParameterPresets use="chat" parameters={parameters} onChange={setParameters} />}
    >
      <Section>
        <SystemMessage />
      </Section>
      <ParametersPanel
        use="chat"
        parameters={parameters}
        onChange={setParameters}
        sending={ENTER_SENDS}
      />
      <Spent />
      <SpentToday />
    </Inspector>
  );
});

function EnterSends() {
  const chatEnterSends = useSetting('chatEnterSends');
  const update = useUpdateSettings();
  return (
    <SwitchRow
      label="Enter sends"
      help={`Shift+Enter starts a new line. Off: Enter starts a new line, and ${SEND_KEYS} sends.`}
      checked={chatEnterSends}
      onChange={(isOn) => update({ chatEnterSends: isOn })}
    />
  );
}

/** A stable element, so that the parameters do not render again. */
const ENTER_SENDS = <EnterSends />;

const SystemMessage = memo(function SystemMessage() {
  const opened = useChat((state) => state.opened);
  return <SystemField key={opened} />;
});

function SystemField() {
  const session = useChatSession();
  const conversationId = useChat((state) => state.conversationId);
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
  // another conversation may be in front by then
  useEffect(
    () => () => {
      const system = latest.current;
      if (system !== undefined) void session.change({ system }, conversationId);
    },
    [session, conversationId],
  );
  return (
    <GrowingTextarea
      id={SYSTEM_MESSAGE_ID}
      label="System message"
      leastLines={2}
      mostLines={12}
      value={typed ?? system}
      onChange={({ currentTarget: { value } }) => {
        // nothing is saved before the first message, so there is nothing to wait for
        if (conversationId === undefined) void session.change({ system: value });
        else setTyped(value);
      }}
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
  return <Sums title="This conversation" spent={spent} />;
});

/** Sums all answers of the day on the active connection. */
const SpentToday = memo(function SpentToday() {
  const connection = useActiveConnection();
  const connectionId = connection?.id ?? '';
  // changes when an answer begins or ends anywhere
  const running = useRunningAnswers((answers) => [...answers.keys()].join(' '));
  const day = Math.floor(useNow(60_000) / DAY);
  const { data } = useQuery({
    queryKey: ['answers of today', connectionId, running, day],
    staleTime: 0,
    queryFn: () => backend.language.spent({ connectionId, day }),
    enabled: connection !== undefined,
    placeholderData: (before) => before,
  });
  return <Sums title="Today, UTC" spent={data} />;
});

function Sums(props: { readonly title: string; readonly spent: SpentSums | undefined }) {
  const { title, spent } = props;
  const isPractice = useActiveConnection()?.kind === 'practice';
  if (spent === undefined || spent.answers === 0) return null;
  const { answers, promptTokens, completionTokens, cost, estimated, unknown } = spent;
  const isFree = isPractice && cost + estimated + unknown === 0;
  return (
    <Section title={title}>
      <Facts>
        <Fact name="Answers">{formatNumber(answers)}</Fact>
        <Fact name="Sent">{count(promptTokens, 'token')}</Fact>
        <Fact name="Received">{count(completionTokens, 'token')}</Fact>
        <Fact name="Cost">
          {isFree ? 'Free' : estimated > 0 ? `≈ ${formatCost(cost + estimated)}` : formatCost(cost)}
          {unknown > 0 && `, ${count(unknown, 'answer')} unknown`}
        </Fact>
      </Facts>
    </Section>
  );
}
