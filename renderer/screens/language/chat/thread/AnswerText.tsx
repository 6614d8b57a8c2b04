/** Must stay mounted from the first piece on, so that the text is never rendered from scratch. */
import { useLayoutEffect, useRef } from 'react';
import type { PlainMessage } from '../../../../../shared/contract/conversations.ts';
import { textOfEvents } from '../../../../../shared/language/answer-events.ts';
import { GrowingSplit } from '../../../../../shared/language/thought-tags.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import {
  createMarkdownView,
  type MarkdownActions,
  type MarkdownView,
} from '../../../../markdown/engine/index.ts';

/** @param props.actions must keep its identity */
export function AnswerText(props: {
  readonly message: Pick<PlainMessage, 'id' | 'text' | 'run' | 'choice'>;
  readonly actions: MarkdownActions;
}) {
  const { message, actions } = props;
  const { text, choice } = message;
  const { id: askedId, state } = message.run ?? {};
  const runId = state === 'running' ? askedId : undefined;
  const root = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView>(undefined);
  const isEnded = useRef(false);

  useLayoutEffect(
    () => () => {
      view.current?.close();
      view.current = undefined;
    },
    [actions],
  );

  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const begin = (): MarkdownView => {
      view.current?.close();
      view.current = createMarkdownView(element, actions);
      isEnded.current = false;
      return view.current;
    };
    const end = (when: 'now' | 'soon'): void => {
      isEnded.current = true;
      view.current?.end(when);
    };
    if (runId !== undefined) {
      let live = begin();
      live.append(text);
      const split = new GrowingSplit();
      return answers.follow(runId, {
        take(news) {
          const added = split.add(textOfEvents(news.events, choice));
          if (added.isAnew) {
            live = begin();
            live.append(text);
          }
          live.append(added.text);
          if (news.end !== undefined) end('soon');
        },
      });
    }
    const before = view.current?.text();
    if (before === text && isEnded.current) return undefined;
    // the rest of an answer that ended before its last events arrived
    if (before !== undefined && !isEnded.current && text.startsWith(before)) {
      view.current?.append(text.slice(before.length));
      end('soon'); // may be most of the text after a burst
      return undefined;
    }
    // a long answer that arrives at once must not block rendering
    const when = askedId !== undefined && answers.isRunning(askedId) ? 'soon' : 'now';
    begin().append(text);
    end(when);
    return undefined;
  }, [runId, askedId, text, choice, actions]);

  return <div ref={root} />;
}
