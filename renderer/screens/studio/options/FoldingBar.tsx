/**
 * A bar of one row. Parts without room wrap out of sight until “…” or focus shows all rows. Nothing
 * is remounted.
 */
import { Box } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
} from 'react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { useClosers } from '../../../core/screen/closers.ts';
import classes from './Options.module.css';

/** @param props.children parts that keep their width; one with `data-gap` takes the rest */
export function FoldingBar({ children }: { readonly children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const [isTooSmall, setTooSmall] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isUnfolded = isTooSmall && isOpen;

  useLayoutEffect(() => {
    const { current: row } = flow;
    const { current: whole } = bar;
    const place = whole?.parentElement;
    if (row === null || whole === null || !place) return undefined;
    // measures the place, since an unfolded bar is wider
    const observer = new ResizeObserver(() =>
      setTooSmall(widthOfParts(row) > roomOf(place, whole)),
    );
    observer.observe(row);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!isUnfolded) return undefined;
    const controller = new AbortController();
    const isOutside = ({ target }: PointerEvent): boolean =>
      target instanceof Element &&
      bar.current?.contains(target) === false &&
      target.closest('[data-portal]') === null; // menus are portals elsewhere in the page
    document.addEventListener(
      'pointerdown',
      (event) => {
        if (isOutside(event)) setOpen(false);
      },
      { capture: true, signal: controller.signal },
    );
    return () => controller.abort();
  }, [isUnfolded]);

  function fold(): void {
    setOpen(false);
    more.current?.focus();
  }
  useClosers([{ layer: 'bar', isOpen: () => isUnfolded, close: fold }]);

  /** Unfolds the bar if Tab reaches a hidden part. */
  function show({ target, currentTarget }: FocusEvent<HTMLElement>): void {
    const rowHeight = currentTarget.parentElement?.clientHeight ?? 0;
    const top = target.getBoundingClientRect().top - currentTarget.getBoundingClientRect().top;
    if (top >= rowHeight) setOpen(true);
  }

  return (
    <Box pos="relative" flex={1} miw={0} style={{ alignSelf: 'stretch' }}>
      <div
        ref={bar}
        className={classes['bar']}
        role="group"
        aria-label="Tool options"
        data-unfolded={isUnfolded || undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isUnfolded) return;
          if (!event.currentTarget.contains(event.target as Node)) return;
          event.preventDefault();
          fold();
        }}
      >
        <div className={classes['rows']}>
          <div ref={flow} className={classes['flow']} onFocus={show}>
            {children}
          </div>
        </div>
        {isTooSmall && (
          <IconButton
            label="More options"
            tip={isOpen ? 'Fewer options' : 'More options'}
            icon={<IconDots size={16} />}
            ref={more}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
    </Box>
  );
}

/** Returns CSS pixels as in one row, even if the parts wrap. */
function widthOfParts(row: HTMLElement): number {
  const parts = [...row.children].filter((part) => !part.hasAttribute('data-gap'));
  const gap = Number.parseFloat(getComputedStyle(row).columnGap);
  const widths = parts.map((part) => part.getBoundingClientRect().width + gap);
  return widths.reduce((sum, width) => sum + width, 0);
}

/** Returns the bar's CSS pixels without “…”. */
function roomOf(place: HTMLElement, bar: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(bar);
  return place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}
