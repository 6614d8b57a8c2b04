import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { FindBar } from '../../FindBar.tsx';
import { useChat, useChatSession } from '../session/index.ts';
import { createThreadSearch, rangesIn, type FindMatch } from './find.ts';

/** Names of CSS highlights. */
const MARKS = { all: 'chat-find', current: 'chat-find-current' } as const;

export function FindInConversation(props: {
  readonly content: HTMLElement | null;
  readonly onClose: () => void;
  readonly onShow: (index: number) => void;
}) {
  const { content, onClose, onShow } = props;
  const session = useChatSession();
  const messages = useChat((state) => state.messages);
  const hasMore = useChat((state) => state.hasMore);
  const [words, setWords] = useState('');
  const [picked, setPicked] = useState<FindMatch>();
  const [find] = useState(createThreadSearch);
  const matches = useMemo(() => find(messages, words), [find, messages, words]);
  const pickedAt = matches.findIndex((each) => keyOf(each) === keyOf(picked));
  const number = pickedAt >= 0 ? pickedAt : Math.max(0, matches.length - 1);
  const current = matches[number];

  // all of the path is searched, so all of it is loaded
  useEffect(() => void session.path.loadUntil(undefined).catch(session.fail), [session]);

  // also after messages were loaded above
  const currentKey = keyOf(current);
  const show = useEffectEvent(() => {
    if (current !== undefined) onShow(current.index);
  });
  useEffect(() => show(), [words, currentKey]);

  useEffect(() => {
    if (content === null) return undefined;
    const draw = (): void => drawMarks(content, words, current);
    draw();
    const observer = new MutationObserver(draw);
    observer.observe(content, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      for (const name of Object.values(MARKS)) CSS.highlights.delete(name);
    };
  }, [content, words, current]);

  function go(next: number): void {
    if (matches.length === 0) return;
    const wrapped = (next + matches.length) % matches.length;
    const match = matches[wrapped];
    setPicked(match);
    if (match !== undefined) onShow(match.index);
  }

  const count =
    words.trim() === '' ? '' : `${matches.length === 0 ? 0 : number + 1}/${matches.length}`;
  return (
    <FindBar
      label="Find in this conversation"
      words={words}
      place={hasMore ? `${count} …` : count}
      onWords={(next) => {
        setWords(next);
        setPicked(undefined);
      }}
      onStep={(by) => go(number + by)}
      onClose={onClose}
    />
  );
}

function keyOf(match: FindMatch | undefined): string {
  return match === undefined ? '' : `${match.messageId} ${match.number}`;
}

/** Marks ranges with CSS highlights, which need no elements. */
function drawMarks(content: HTMLElement, words: string, current: FindMatch | undefined): void {
  const all = new Highlight();
  const here = new Highlight();
  here.priority = 1;
  for (const text of content.querySelectorAll<HTMLElement>('[data-message-text]')) {
    const ranges = rangesIn(text, words);
    for (const range of ranges) all.add(range);
    if (current === undefined || text.dataset['messageText'] !== current.messageId) continue;
    const range = ranges[Math.min(current.number, ranges.length - 1)];
    if (range === undefined) continue;
    here.add(range);
    const box = range.getBoundingClientRect();
    const frame = content.parentElement?.getBoundingClientRect();
    if (frame !== undefined && (box.top < frame.top || box.bottom > frame.bottom)) {
      range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    }
  }
  CSS.highlights.set(MARKS.all, all);
  CSS.highlights.set(MARKS.current, here);
}
