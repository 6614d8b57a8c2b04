import { ActionIcon, Box, Group, Stack, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, type KeyboardEvent } from 'react';
import { count } from '../../../core/ui/format.ts';
import { HAIRLINE } from '../../../core/ui/hairline.ts';
import { visibleToken } from './document/probability.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from './Completion.module.css';
import { shortEnd } from './run/run-words.ts';
import { shownAnswer, useCompletion, useCompletionSession } from './session/index.ts';
import { SmallNote } from '../../../core/ui/variants.ts';

/** Only the newest characters of an answer fit a card. */
const SHOWN = 600;

const STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

export function Candidates() {
  const session = useCompletionSession();
  const answer = useCompletion(shownAnswer);
  const isShown = useCompletion((state) => state.areCandidatesShown);
  const cards = useRef<HTMLDivElement>(null);
  if (!isShown || answer === undefined || answer.count < 2) return null;
  const { texts = [], active = 0 } = answer.progress ?? {};

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = STEPS[event.key];
    const choice = by === undefined ? Number(event.key) - 1 : active + by;
    if (by !== undefined || /^[1-9]$/u.test(event.key)) {
      event.preventDefault();
      if (choice < 0 || choice >= texts.length) return;
      session.pick(choice);
      cards.current?.querySelectorAll('button')[choice]?.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      session.showCandidates(false);
    }
  }

  return (
    <Box
      component="section"
      px="sm"
      py="xs"
      flex="none"
      mah="40%"
      className={shared['scroll'] ?? ''}
      style={{ borderTop: HAIRLINE }}
      aria-label="Answers side by side"
      onKeyDown={onKeyDown}
    >
      <Group component="header" justify="space-between">
        <SmallNote>1 to 9 choose; the others stay as versions.</SmallNote>
        <ActionIcon
          size="sm"
          aria-label="Close answers"
          onClick={() => session.showCandidates(false)}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <Group
        ref={cards}
        gap="xs"
        wrap="nowrap"
        pb="3xs"
        style={{ overflow: 'auto hidden' }}
        role="radiogroup"
        aria-label="Answer in the document"
      >
        {Array.from({ length: answer.count }, (_each, choice) => {
          const text = texts[choice] ?? '';
          const end = answer.run === undefined ? '' : shortEnd(answer.run.finishReasons[choice]);
          return (
            <Stack
              key={choice}
              component={UnstyledButton}
              gap="2xs"
              p="xs"
              role="radio"
              aria-checked={choice === active}
              tabIndex={choice === active ? 0 : -1}
              aria-label={`Answer ${choice + 1}`}
              className={classes['card'] ?? ''}
              data-selected={choice === active || undefined}
              onClick={() => session.pick(choice)}
            >
              <Group component="span" justify="space-between" className={shared['small'] ?? ''}>
                <b>{choice + 1}</b>
                <span>
                  {count(text.length, 'character')}
                  {end !== '' && `, ${end}`}
                </span>
              </Group>
              <span className={classes['cardText']} dir="auto">
                {text === '' ? (answer.run === undefined ? '…' : visibleToken('')) : tailOf(text)}
              </span>
            </Stack>
          );
        })}
      </Group>
    </Box>
  );
}

/** Returns the end of a text without splitting a surrogate pair. */
function tailOf(text: string): string {
  if (text.length <= SHOWN) return text;
  return `…${text.slice(-SHOWN).replace(/^[\u{DC00}-\u{DFFF}]/u, '')}`;
}
