/** One result in the list: its picture, its name, whether it is shown, and its actions. */
import { ActionIcon, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { memo, useState, type KeyboardEvent } from 'react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { GrowForm } from './GrowForm.tsx';
import { formatDateTime, formatTime } from '../../../ui/format.ts';
import { resultFacts, resultName } from '../model/result-name.ts';
import { describeCalls } from '../../../jobs/job-words.ts';
import { useCallsOfResult } from './use-calls-of-result.ts';
import { ResultMenu } from './ResultMenu.tsx';
import classes from './Results.module.css';
import { useStudio, useStudioSession } from '../session/index.ts';

interface EntryProps {
  /** Measures the entry: a form or a note makes it higher. */
  readonly measure: (element: HTMLElement | null) => void;
  /** Place in the list, of `count`: most of the others are not on the page. */
  readonly index: number;
  readonly count: number;
  /** From the beginning of the list, CSS pixels. */
  readonly start: number;
  readonly patch: Patch;
  /** It is marked on the canvas. */
  readonly isSelected: boolean;
  /** Tab goes to this one of all entries. */
  readonly isTabbed: boolean;
  readonly onFocus: (patchId: string) => void;
}

export const ResultEntry = memo(function ResultEntry(props: EntryProps) {
  const { measure, index, count, start, patch, isSelected, isTabbed, onFocus } = props;
  const isShown = patch.state === 'applied';
  return (
    <li
      ref={measure}
      data-index={index}
      data-result={patch.id}
      className={[
        classes['entry'],
        isShown ? '' : classes['entryHidden'],
        isSelected ? classes['entrySelected'] : '',
      ].join(' ')}
      style={{ transform: `translateY(${start}px)` }}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-current={isSelected ? 'true' : undefined}
      onFocus={() => onFocus(patch.id)}
    >
      <Content patch={patch} isTabbed={isTabbed} />
    </li>
  );
});

function Content({ patch, isTabbed }: { readonly patch: Patch; readonly isTabbed: boolean }) {
  const session = useStudioSession();
  const results = session?.results;
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
        <Tooltip label="Go to result" position="left">
          <UnstyledButton
            className={classes['picture'] ?? ''}
            aria-label={`Go to ${name}`}
            tabIndex={tabIndex}
            onClick={() => session?.review.goTo(patch)}
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
              title={formatDateTime(patch.createdAt)}
            >
              {formatTime(patch.createdAt)}
            </time>
          </Text>
        </div>
        <Tooltip label={isShown ? 'Hide result' : 'Show result'}>
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
      {isGrowing && <GrowForm patch={patch} onClose={() => setGrowing(false)} />}
      {patch.isBaseChanged && isShown && patch.operation !== 'merge-face' && (
        <BaseChanged patch={patch} tabIndex={tabIndex} />
      )}
    </>
  );
}

/** The result lies on others than it was made on; running it again is a call. */
function BaseChanged({ patch, tabIndex }: { readonly patch: Patch; readonly tabIndex: number }) {
  const results = useStudioSession()?.results;
  const photoId = useStudio((state) => state.photo?.id ?? '');
  const ahead = useCallsOfResult(photoId, patch.id);
  const calls = ahead === undefined ? '' : ` (${describeCalls(ahead)})`;
  return (
    <Text size="xs" c="dimmed" className={classes['changed'] ?? ''}>
      A result below this one changed, so it may no longer fit.{' '}
      <UnstyledButton
        className={classes['link'] ?? ''}
        tabIndex={tabIndex}
        aria-label={`Run ${resultName(patch)} again to fit${calls}`}
        onClick={() => void results?.runAgain(patch.id, 0)}
      >
        Run again to fit{calls}
      </UnstyledButton>
    </Text>
  );
}
