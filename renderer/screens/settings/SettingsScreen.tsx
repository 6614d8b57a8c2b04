import { Box, Stack, Text, UnstyledButton } from '@mantine/core';
import { Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { Frame, Toolbar } from '../../core/frame/Frame.tsx';
import { useIntentOf } from '../../core/screen/navigation.ts';
import { useSettingsSections } from '../../core/screen/settings-sections.tsx';
import { ErrorActionsOfSettings } from '../../core/ui/ErrorNotice.tsx';
import { ErrorBoundary } from '../../core/ui/ErrorBoundary.tsx';
import { useOneByOne } from '../../core/ui/Later.tsx';
import { useSearchText } from '../../core/ui/search-text.ts';
import { SearchField } from '../../core/ui/SearchField.tsx';
import { SoughtSettings } from '../../core/ui/SettingRows.tsx';
import shared from '../../core/ui/shared.module.css';
import classes from './Settings.module.css';

export function SettingsScreen() {
  const sections = useSettingsSections();
  const page = useRef<HTMLDivElement>(null);
  const search = useSearchText();
  const sought = search.text.toLowerCase();
  const found = useFound(page, sought);
  const { current, show, onScroll, wanted } = useCurrent(page);
  useIntentOf('show-section', ({ sectionId }) => {
    search.type('');
    show(sectionId);
  });
  const mounted = useOneByOne(sections.length);
  const isWhole = mounted === sections.length;
  const isShown = (id: string): boolean => found === undefined || found.has(id);
  const listed = sections.filter(({ id }) => isShown(id));
  const isEmpty = listed.length === 0;
  const at = current ?? sections[0]?.id;
  return (
    <Frame
      toolbar={
        <Toolbar label="Settings">
          <SearchField
            className={classes['search']}
            size="sm"
            label="Search settings"
            sought={search}
          />
        </Toolbar>
      }
      list={
        <Stack
          component="nav"
          gap="2xs"
          p="xs"
          className={`${shared['scroll']} ${classes['sections']}`}
          aria-label="Sections"
        >
          {listed.map(({ id, title, icon }) => (
            <UnstyledButton
              key={id}
              className={`${shared['press']} ${shared['line']}`}
              flex="none"
              mih="var(--gesso-control-md)"
              px="xs"
              c={id === at ? undefined : 'dimmed'}
              fw={id === at ? 500 : undefined}
              aria-current={id === at ? 'true' : undefined}
              onClick={() => show(id)}
            >
              {icon}
              {title}
            </UnstyledButton>
          ))}
        </Stack>
      }
    >
      <Box
        ref={page}
        pos="absolute"
        inset={0}
        className={shared['scroll'] ?? ''}
        onScroll={onScroll}
      >
        <Stack
          className={classes['rows'] ?? ''}
          gap="xl"
          maw="calc(var(--gesso-page) + 2 * var(--gesso-space-xl))"
          mx="auto"
          px="xl"
          pt="lg"
          pb="2xl"
          // sections that are mounted above the wanted one would move it
          style={{ visibility: wanted === undefined || isWhole ? undefined : 'hidden' }}
        >
          <Suspense fallback={null}>
            <ErrorActionsOfSettings>
              {sections.slice(0, mounted).map(({ id, title, Section }) => (
                <ErrorBoundary key={id}>
                  <section
                    id={elementId(id)}
                    tabIndex={-1}
                    className={classes['section']}
                    aria-label={title}
                    hidden={!isShown(id)}
                  >
                    <Text component="h2" size="md" fw={600}>
                      {title}
                    </Text>
                    <SoughtSettings text={title.toLowerCase().includes(sought) ? '' : sought}>
                      <Section />
                    </SoughtSettings>
                  </section>
                </ErrorBoundary>
              ))}
              {wanted !== undefined && isWhole && <Shown wanted={wanted} />}
            </ErrorActionsOfSettings>
          </Suspense>
          <p role="status">{isEmpty && 'No setting has these words.'}</p>
        </Stack>
      </Box>
    </Frame>
  );
}

/**
 * Finds sections with a matching row. Rows change with the data they load, so the page itself is
 * searched.
 * @returns `undefined` without a search
 */
function useFound(
  page: RefObject<HTMLElement | null>,
  sought: string,
): ReadonlySet<string> | undefined {
  const sections = useSettingsSections();
  const [found, setFound] = useState<ReadonlySet<string>>();
  useEffect(() => {
    const element = page.current;
    if (sought === '' || element === null) return undefined;
    const hasRow = (id: string): boolean =>
      element.querySelector(`#${elementId(id)} [data-setting]:not([hidden])`) !== null;
    const look = (): void =>
      setFound(
        new Set(
          sections
            .filter(({ id, title }) => title.toLowerCase().includes(sought) || hasRow(id))
            .map(({ id }) => id),
        ),
      );
    const frame = requestAnimationFrame(look);
    const observer = new MutationObserver(look);
    observer.observe(element, { subtree: true, childList: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [page, sought, sections]);
  return sought === '' ? undefined : found;
}

/** Returns the requested section, else the last that begins in the upper third of the page. */
function useCurrent(page: RefObject<HTMLElement | null>) {
  const sections = useSettingsSections();
  const [current, setCurrent] = useState<string>();
  const [wanted, setWanted] = useState<WantedSection>();
  /** True if the program scrolled, not the user. */
  const isMoved = useRef(false);

  useEffect(() => {
    const element = page.current;
    if (element === null) return undefined;
    const stop = (): void => void (isMoved.current = false);
    for (const way of OWN_WAYS) element.addEventListener(way, stop, { capture: true });
    return () => {
      for (const way of OWN_WAYS) element.removeEventListener(way, stop, { capture: true });
    };
  }, [page]);

  return {
    current,
    wanted,
    show(id: string) {
      isMoved.current = true;
      setCurrent(id);
      setWanted({ id });
    },
    onScroll() {
      const element = page.current;
      if (isMoved.current || element === null) return;
      const { top, height } = element.getBoundingClientRect();
      const isAbove = (id: string): boolean => {
        const box = document.querySelector(`#${elementId(id)}`)?.getBoundingClientRect();
        return box !== undefined && box.height > 0 && box.top <= top + height / 3;
      };
      setCurrent(sections.findLast(({ id }) => isAbove(id))?.id);
    },
  };
}

interface WantedSection {
  readonly id: string;
}

/** Events by which the user takes over scrolling. */
const OWN_WAYS = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Mounted next to the sections, so that it runs once they are loaded. Keeps the wanted section in
 * view while they grow, until the user acts.
 */
function Shown({ wanted }: { readonly wanted: WantedSection }) {
  useEffect(() => {
    const section = document.querySelector<HTMLElement>(`#${elementId(wanted.id)}`);
    if (section?.parentElement == null) return undefined;
    section.focus({ preventScroll: true });
    const observer = new ResizeObserver(() => section.scrollIntoView());
    observer.observe(section.parentElement);
    const stop = (): void => observer.disconnect();
    for (const way of OWN_WAYS) addEventListener(way, stop, { capture: true });
    return () => {
      stop();
      for (const way of OWN_WAYS) removeEventListener(way, stop, { capture: true });
    };
  }, [wanted]);
  return null;
}

const elementId = (sectionId: string): string => `settings-${sectionId}`;
