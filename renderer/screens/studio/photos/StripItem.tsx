import { Box, Group, Loader } from '@mantine/core';
import { IconAlertTriangle, IconBrush, IconCheck, IconStack2, IconX } from '@tabler/icons-react';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { count } from '../../../core/ui/format.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from './Photos.module.css';
import type { StripEntry } from '../model/strip.ts';

interface StripItemProps {
  readonly entry: StripEntry;
  /** From the beginning of the strip, CSS pixels. */
  readonly start: number;
  /** From 1, of `count`: most others are not in the DOM. */
  readonly position: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  /** Marks each of several selected photos. */
  readonly isOneOfMany: boolean;
  /** A CSS length. */
  readonly width: string;
  readonly isTall: boolean;
  readonly isNarrow: boolean;
  readonly isFocused: boolean;
  readonly hasMask: boolean;
  readonly running: number;
  readonly failure: string | undefined;
  readonly onPress: (id: string, event: MouseEvent) => void;
  readonly onClose: (id: string) => void;
}

export function itemId(id: string): string {
  return `strip-${id}`;
}

export const StripItem = memo(function StripItem(props: StripItemProps) {
  const { entry, isOpen, isChosen, isFocused, failure, onPress, onClose } = props;
  const name = entry.kind === 'photo' ? entry.photo.name : entry.name;
  const states = describe(props);
  return (
    <div
      id={itemId(entry.id)}
      role="option"
      className={`${shared['card']} ${classes['item']}`}
      data-focused={isFocused || undefined}
      data-selected={isChosen || undefined}
      style={{
        // tall trays have the name below the picture
        ...(props.isTall ? { flexDirection: 'column' } : { alignItems: 'center' }),
        width: props.width,
        transform: `translateX(${props.start}px)`,
      }}
      aria-posinset={props.position}
      aria-setsize={props.count}
      aria-selected={isChosen}
      aria-current={isOpen ? 'true' : undefined}
      aria-label={[name, ...states].join(', ')}
      data-tip={[name, ...states].join('\n')}
      onClick={(event) => onPress(entry.id, event)}
      onAuxClick={(event) => {
        if (event.button === 1) onClose(entry.id);
      }}
    >
      <Box
        component="span"
        pos="relative"
        {...(props.isTall ? { flex: 1, mih: 0 } : { w: 'var(--gesso-rail)', h: '100%' })}
        className={shared['thumb'] ?? ''}
      >
        {entry.kind === 'photo' && entry.photo.thumbnailUrl !== undefined ? (
          <img
            src={entry.photo.thumbnailUrl}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        ) : (
          <Loader size={16} color="gray" />
        )}
        {isChosen && props.isOneOfMany && (
          <Box
            component="span"
            pos="absolute"
            inset="0 auto auto 0"
            className={shared['badge'] ?? ''}
            data-accent
          >
            <IconCheck size={16} stroke={3} />
          </Box>
        )}
        {/* for the mouse only: by keyboard it is Delete */}
        <Box
          component="span"
          pos="absolute"
          inset="0 0 auto auto"
          className={`${shared['badge'] ?? ''} ${classes['close'] ?? ''}`}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            onClose(entry.id);
          }}
        >
          <IconX size={16} stroke={2.5} />
        </Box>
        <Badges {...props} hasFailed={failure !== undefined} />
      </Box>
      {!props.isNarrow && (
        <div className={shared['words']}>
          <div>{name}</div>
          <div>
            {entry.kind === 'photo' ? `${entry.photo.width} × ${entry.photo.height}` : 'Opening…'}
          </div>
        </div>
      )}
    </div>
  );
});

function Badges(props: StripItemProps & { readonly hasFailed: boolean }) {
  const { entry, running, hasMask, hasFailed } = props;
  const results = entry.kind === 'photo' ? entry.photo.resultCount : 0;
  if (running === 0 && results === 0 && !hasMask && !hasFailed) return null;
  return (
    <Group
      component="span"
      pos="absolute"
      right={0}
      bottom={0}
      className={classes['badges'] ?? ''}
      style={{ gap: 1 }}
    >
      {running > 0 && badge(<Loader size={9} color="gray" />, running)}
      {hasFailed && badge(<IconAlertTriangle size={16} color="var(--gesso-notice)" />)}
      {hasMask && badge(<IconBrush size={16} />)}
      {results > 0 && badge(<IconStack2 size={16} />, results)}
    </Group>
  );
}

function badge(icon: ReactNode, number?: number): ReactNode {
  return (
    <span className={shared['badge']}>
      {icon}
      {number}
    </span>
  );
}

function describe(props: StripItemProps): readonly string[] {
  const { entry, isOpen, hasMask, running, failure } = props;
  if (entry.kind === 'incoming') return ['opening'];
  const { resultCount } = entry.photo;
  return [
    isOpen ? 'open' : '',
    hasMask ? 'painted mask' : '',
    running > 0 ? `${running} running` : '',
    failure === undefined ? '' : `failed: ${failure}`,
    resultCount > 0 ? count(resultCount, 'result') : '',
  ].filter((text) => text !== '');
}
