/** One result in the list: its picture, what it is, whether it is shown, and what can be done with it. */
import { ActionIcon, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { useStudio } from '../session/studio-store.ts';
import { GrowForm } from './GrowForm.tsx';
import { resultFacts, resultName, resultTime } from './result-name.ts';
import { ResultMenu } from './ResultMenu.tsx';
import classes from './Results.module.css';
import { goTo } from './results-store.ts';

interface EntryProps {
  readonly patch: Patch;
  /** It is marked on the canvas. */
  readonly isSelected: boolean;
  /** Tab goes to this one of all entries. */
  readonly isTabbed: boolean;
  /** There at once, without waiting until it is near the screen. */
  readonly isFirst: boolean;
  readonly onFocus: (patchId: string) => void;
}

export const ResultEntry = memo(function ResultEntry(props: EntryProps) {
  const { patch, isSelected, isTabbed, isFirst, onFocus } = props;
  const entry = useRef<HTMLLIElement>(null);
  const isNear = useIsNear(entry, isFirst);
  const isShown = patch.state === 'applied';
  useEffect(() => {
    if (isSelected) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <li
      ref={entry}
      data-result={patch.id}
      className={[
        classes['entry'],
        isShown ? '' : classes['entryHidden'],
        isSelected ? classes['entrySelected'] : '',
      ].join(' ')}
      aria-current={isSelected ? 'true' : undefined}
      onFocus={() => onFocus(patch.id)}
    >
      {(isNear || isTabbed) && <Content patch={patch} isTabbed={isTabbed} />}
    </li>
  );
});

function Content({ patch, isTabbed }: { readonly patch: Patch; readonly isTabbed: boolean }) {
  const results = useStudio((state) => state.session?.results);
  const isShown = patch.state === 'applied';
  const name = resultName(patch);
  const tabIndex = isTabbed ? 0 : -1;
  const [isGrowing, setGrowing] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Delete') return;
    event.preventDefault(); // else the mask would be cleared
    void results?.remove(patch.id);
  };
  return (
    <>
      <div className={classes['row']} onKeyDown={onKeyDown}>
        <Tooltip label="Show where it is" position="left">
          <UnstyledButton
            className={classes['picture'] ?? ''}
            aria-label={`Go to ${name}`}
            tabIndex={tabIndex}
            onClick={() => goTo(patch)}
          >
            <img src={patch.thumbnailUrl} alt="" loading="lazy" decoding="async" />
          </UnstyledButton>
        </Tooltip>
        <div className={classes['words']}>
          <Text size="sm">{name}</Text>
          <Text size="xs" c="dimmed">
            {resultFacts(patch)}
          </Text>
          <Text size="xs" c="dimmed">
            <time
              dateTime={new Date(patch.createdAt).toISOString()}
              title={new Date(patch.createdAt).toLocaleString()}
            >
              {resultTime(patch.createdAt)}
            </time>
          </Text>
        </div>
        <Tooltip label={isShown ? 'Hide this result' : 'Show this result'}>
          <ActionIcon
            size={28}
            tabIndex={tabIndex}
            aria-label={isShown ? `Hide ${name}` : `Show ${name}`}
            onClick={() => void results?.setShown(patch.id, !isShown)}
          >
            {isShown ? <IconEye size={18} /> : <IconEyeOff size={18} />}
          </ActionIcon>
        </Tooltip>
        <ResultMenu patch={patch} tabIndex={tabIndex} onGrow={() => setGrowing(true)} />
      </div>
      {isGrowing && <GrowForm patchId={patch.id} onClose={() => setGrowing(false)} />}
      {patch.isBaseChanged && isShown && (
        <Text size="xs" c="dimmed" className={classes['changed'] ?? ''}>
          A result below it was hidden, shown or deleted since it was made, so it may not fit any
          more.{' '}
          <UnstyledButton
            className={classes['link'] ?? ''}
            tabIndex={tabIndex}
            aria-label={`Run ${name} again to make it fit`}
            onClick={() => void results?.runAgain(patch.id, 0)}
          >
            Run again to make it fit
          </UnstyledButton>
        </Text>
      )}
    </>
  );
}

/** Entries are many and each has a menu: those far from the screen are empty. */
function useIsNear(entry: RefObject<HTMLElement | null>, isAtOnce: boolean): boolean {
  const [isNear, setNear] = useState(isAtOnce);
  useEffect(() => {
    const element = entry.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (changes) => setNear(changes.at(-1)?.isIntersecting === true || isAtOnce),
      // `scrollMargin`: the list scrolls within the panel (Intersection Observer, section 2.2)
      NEAR,
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [entry, isAtOnce]);
  return isNear;
}

/** So far beyond the screen an entry counts as near. */
const NEAR: IntersectionObserverInit & { readonly scrollMargin: string } = {
  rootMargin: '400px',
  scrollMargin: '400px',
};
