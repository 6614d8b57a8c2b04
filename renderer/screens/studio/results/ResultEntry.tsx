import { Box, Group, UnstyledButton, ActionIcon, Menu } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconEye,
  IconEyeOff,
  IconDots,
} from '@tabler/icons-react';
import { memo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { keptUntil, type VariantSlot } from '../../../../shared/results/variant-slots.ts';
import { GrowForm } from './GrowForm.tsx';
import { formatDateTime, formatTime } from '../../../core/ui/format.ts';
import { canRunAgain, resultFacts, resultName } from '../model/result-name.ts';
import { describeCalls, runAgainLabel } from '../../../features/jobs/job-words.ts';
import { useCallsOfResult } from './use-calls-of-result.ts';
import { useStudio, useStudioSession } from '../session/index.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Studio.module.css';
import { showScreen } from '../../../core/screen/navigation.ts';
import { isBlendable } from '../model/studio-store.ts';
import { SmallNote, SmallStatus } from '../../../core/ui/variants.ts';

/** @param props.onGrow asks how much to grow the mask before running again */
function ResultMenu(props: {
  readonly patch: Patch;
  /** Of its place, including itself. */
  readonly variants: number;
  readonly tabIndex: number;
  readonly onGrow: () => void;
}) {
  const { patch, variants, tabIndex, onGrow } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu
      position="bottom-end"
      width={270}
      opened={isOpen}
      onChange={setOpen}
      // axe rejects the placeholder, which is no menu item
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          size="sm"
          aria-label={`More actions for ${resultName(patch)}`}
          tabIndex={tabIndex}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      {isOpen && (
        <Menu.Dropdown>
          <MenuItems patch={patch} variants={variants} onGrow={onGrow} />
        </Menu.Dropdown>
      )}
    </Menu>
  );
}

function MenuItems(props: {
  readonly patch: Patch;
  readonly variants: number;
  readonly onGrow: () => void;
}) {
  const { patch, variants, onGrow } = props;
  const session = useStudioSession();
  const results = session?.results;
  return (
    <>
      <Menu.Item onClick={() => session?.review.goTo(patch)}>Go to result</Menu.Item>
      <Menu.Item onClick={() => session?.review.compareResult(patch)}>
        Compare with and without
      </Menu.Item>
      {isBlendable(patch) && (
        <Menu.Item
          disabled={patch.state === 'hidden'}
          onClick={() => {
            session?.review.goTo(patch);
            session?.review.toggleJudging('blend', true);
          }}
        >
          Opacity and soft edge
        </Menu.Item>
      )}
      {patch.operation === 'merge-face' && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => showScreen('faces', { kind: 'show-job', jobId: patch.jobId })}>
            Open in Faces
          </Menu.Item>
        </>
      )}
      {canRunAgain(patch) && (
        <>
          <Menu.Divider />
          <AgainItems patch={patch} onGrow={onGrow} />
        </>
      )}
      <Menu.Divider />
      <Menu.Item
        rightSection={<SmallNote>Del</SmallNote>}
        onClick={() => void results?.remove(patch.id)}
      >
        {variants > 1 ? 'Delete this variant' : 'Delete'}
      </Menu.Item>
      {variants > 1 && (
        <Menu.Item onClick={() => void results?.removePlace(patch.id)}>
          Delete all {variants} variants
        </Menu.Item>
      )}
    </>
  );
}

/** See `canRunAgain`. */
function AgainItems({ patch, onGrow }: { readonly patch: Patch; readonly onGrow: () => void }) {
  const results = useStudioSession()?.results;
  const isStarting = useStudio((state) => state.isStarting);
  const ahead = useCallsOfResult(patch.id);
  return (
    <>
      <Menu.Item disabled={isStarting} onClick={() => void results?.runAgain(patch.id, 0)}>
        {runAgainLabel(ahead)}
      </Menu.Item>
      {patch.operation === 'cleanup' && (
        <>
          <Menu.Item disabled={isStarting} onClick={onGrow}>
            Grow mask and run again…
          </Menu.Item>
          <Menu.Item onClick={() => void results?.restoreMask(patch.id)}>Restore mask</Menu.Item>
        </>
      )}
    </>
  );
}

interface EntryProps {
  /** A form or note makes the entry taller. */
  readonly measure: (element: HTMLElement | null) => void;
  /** Index of `count`: most others are not in the DOM. */
  readonly index: number;
  readonly count: number;
  /** From the beginning of the list, CSS pixels. */
  readonly start: number;
  readonly slot: VariantSlot<Patch>;
  readonly isSelected: boolean;
  /** The only entry in the tab order. */
  readonly isTabbed: boolean;
  readonly onFocus: (patchId: string) => void;
}

export const ENTRY_LOOK = {
  mih: 'calc(var(--gesso-space-2xl) + var(--gesso-space-xs))',
  p: '2xs',
} as const;

export const ResultEntry = memo(function ResultEntry(props: EntryProps) {
  const { measure, index, count, start, slot, isSelected, isTabbed, onFocus } = props;
  const [{ id }] = slot.variants;
  return (
    <Box
      component="li"
      ref={measure}
      pos="absolute"
      inset="0 0 auto"
      {...ENTRY_LOOK}
      data-index={index}
      data-result={id}
      className={shared['card'] ?? ''}
      style={{ transform: `translateY(${start}px)` }}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-current={isSelected ? 'true' : undefined}
      onFocus={() => onFocus(id)}
    >
      <Content slot={slot} isTabbed={isTabbed} />
    </Box>
  );
});

/** As tall as text, even with buttons. */
const LAST = { gap: 'xs', wrap: 'nowrap', h: 'var(--gesso-line-2xs)' } as const;

function Content({
  slot,
  isTabbed,
}: {
  readonly slot: VariantSlot<Patch>;
  readonly isTabbed: boolean;
}) {
  const { front: patch, variants } = slot;
  const session = useStudioSession();
  const results = session?.results;
  const isShown = patch.state === 'applied';
  const name = resultName(patch);
  const tabIndex = isTabbed ? 0 : -1;
  const [isGrowing, setGrowing] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const direction = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    if (event.key === 'Delete') void results?.remove(patch.id);
    else if (direction !== undefined && variants.length > 1)
      void results?.stepVariant(patch.id, direction);
    else return;
    event.preventDefault(); // otherwise the key would clear the mask or pan
  };
  return (
    <>
      <div className={classes['row']} onKeyDown={onKeyDown}>
        <UnstyledButton
          data-tip="Go to result"
          data-tip-side="left"
          h="var(--gesso-space-2xl)"
          opacity={isShown ? 1 : 0.45}
          className={shared['thumb'] ?? ''}
          aria-label={`Go to ${name}`}
          tabIndex={tabIndex}
          onClick={() => session?.review.goTo(patch)}
        >
          <img
            style={{ objectFit: 'contain' }}
            src={patch.thumbnailUrl}
            alt=""
            loading="lazy"
            decoding="async"
          />
        </UnstyledButton>
        <div className={shared['words']}>
          <span>{name}</span>
          <span>{resultFacts(patch)}</span>
          <Group {...LAST}>
            <span>
              <time
                dateTime={new Date(patch.createdAt).toISOString()}
                data-tip={formatDateTime(patch.createdAt)}
              >
                {formatTime(patch.createdAt)}
              </time>
            </span>
            {variants.length > 1 && <Variants slot={slot} tabIndex={tabIndex} />}
          </Group>
        </div>
        <IconButton
          label={isShown ? `Hide ${name}` : `Show ${name}`}
          tip={isShown ? 'Hide result' : 'Show result'}
          icon={isShown ? <IconEye size={16} /> : <IconEyeOff size={16} />}
          size="sm"
          tabIndex={tabIndex}
          onClick={() => void results?.setShown(patch.id, !isShown)}
        />
        <ResultMenu
          patch={patch}
          variants={variants.length}
          tabIndex={tabIndex}
          onGrow={() => setGrowing(true)}
        />
      </div>
      <KeptUntil slot={slot} />
      {isGrowing && <GrowForm patch={patch} onClose={() => setGrowing(false)} />}
      {patch.isBaseChanged && isShown && canRunAgain(patch) && (
        <BaseChanged patch={patch} tabIndex={tabIndex} />
      )}
    </>
  );
}

function Variants({
  slot: { variants, front },
  tabIndex,
}: {
  readonly slot: VariantSlot<Patch>;
  readonly tabIndex: number;
}) {
  const session = useStudioSession();
  const name = resultName(front);
  const at = variants.indexOf(front) + 1;
  const step = (direction: 1 | -1, label: string, icon: ReactNode) => (
    <IconButton
      label={`${label} of ${name}`}
      tip={label}
      icon={icon}
      size="sm"
      tabIndex={tabIndex}
      onClick={() => void session?.results.stepVariant(front.id, direction)}
    />
  );
  return (
    <Group {...LAST} role="group" aria-label={`Variants of ${name}`}>
      {step(-1, 'Previous variant', <IconChevronLeft size={16} />)}
      <SmallStatus aria-label={`Variant ${at} of ${variants.length}`}>
        {at} / {variants.length}
      </SmallStatus>
      {step(1, 'Next variant', <IconChevronRight size={16} />)}
    </Group>
  );
}

function KeptUntil({ slot }: { readonly slot: VariantSlot<Patch> }) {
  const until = keptUntil(slot);
  if (until === undefined) return null;
  return (
    <SmallNote mt="2xs">
      {slot.variants.length === 2 ? 'The other variant is' : 'The other variants are'} kept until{' '}
      {formatTime(until)}.
    </SmallNote>
  );
}

/** The results below have changed since; running again is a call. */
function BaseChanged({ patch, tabIndex }: { readonly patch: Patch; readonly tabIndex: number }) {
  const results = useStudioSession()?.results;
  const ahead = useCallsOfResult(patch.id);
  const calls = ahead === undefined ? '' : ` (${describeCalls(ahead)})`;
  return (
    <SmallNote mt="2xs">
      A result below this one changed, so it may no longer fit.{' '}
      <UnstyledButton
        fz="inherit"
        c="var(--gesso-accent-text)"
        tabIndex={tabIndex}
        aria-label={`Run ${resultName(patch)} again to fit${calls}`}
        onClick={() => void results?.runAgain(patch.id, 0)}
      >
        Run again to fit{calls}
      </UnstyledButton>
    </SmallNote>
  );
}
