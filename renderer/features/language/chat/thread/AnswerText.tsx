/** The text of an answer, from its first piece to its end and afterwards: one view, never made anew. */
import { useLayoutEffect, useRef } from 'react';
import type { PlainMessage } from '../../../../../shared/contract/conversations.ts';
import { answers, textOf } from '../../../../answers/index.ts';
import {
  createMarkdownView,
  type MarkdownActions,
  type MarkdownView,
} from '../../../../markdown/index.ts';

interface ShownText {
  readonly view: MarkdownView;
  isEnded: boolean;
}

/** @param props.actions the same object each time */
export function AnswerText(props: {
  readonly message: Pick<PlainMessage, 'id' | 'text' | 'run' | 'choice'>;
  readonly actions: MarkdownActions;
}) {
  const { message, actions } = props;
  const { text, choice } = message;
  const runId = message.run?.state === 'running' ? message.run.id : undefined;
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownText>(undefined);

  useLayoutEffect(
    () => () => {
      shown.current?.view.close();
      shown.current = undefined;
    },
    [actions],
  );

  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const begin = (): ShownText => {
      shown.current?.view.close();
      return { view: createMarkdownView(element, actions), isEnded: false };
    };
    if (runId !== undefined) {
      const now = begin();
      shown.current = now;
      now.view.append(text);
      return answers.follow(runId, {
        take({ events, end }) {
          now.view.append(textOf(events, choice));
          if (end === undefined) return;
          now.isEnded = true;
          now.view.end();
        },
      });
    }
    const before = shown.current?.view.text();
    if (before === text && shown.current?.isEnded === true) return undefined;
    const canGoOn =
      before !== undefined && shown.current?.isEnded === false && text.startsWith(before);
    const now = canGoOn && shown.current !== undefined ? shown.current : begin();
    shown.current = now;
    now.view.append(text.slice(canGoOn ? before.length : 0));
    now.isEnded = true;
    now.view.end();
    return undefined;
  }, [runId, text, choice, actions]);

  return <div ref={root} />;
}
