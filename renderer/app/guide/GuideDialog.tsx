import { Box, Group, Modal, NavLink, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { GUIDE_PAGES } from './bundled.ts';
import { closeGuide, openGuide, useGuide } from './guide.ts';
import shared from '../../core/ui/shared.module.css';
import classes from '../Shell.module.css';
import { GuideText } from './GuideText.tsx';
import { readPage } from './read-page.ts';
import { searchPages, type GuidePage } from './pages.ts';

export function GuideDialog() {
  const pageId = useGuide((state) => state.pageId);
  return (
    <Modal opened={pageId !== undefined} onClose={closeGuide} title="Guide" size={1000}>
      <Columns pageId={pageId} />
    </Modal>
  );
}

function Columns({ pageId }: { readonly pageId: string | undefined }) {
  const [query, setQuery] = useState('');
  const page = GUIDE_PAGES.find(({ id }) => id === pageId) ?? GUIDE_PAGES[0];
  const found = searchPages(GUIDE_PAGES, query);
  return (
    <Group
      align="stretch"
      gap="xl"
      wrap="nowrap"
      h="min(78vh, calc(2 * var(--gesso-list) + 2 * var(--gesso-card)))"
    >
      <Stack gap="sm" flex="none" w="var(--gesso-card)">
        <TextInput
          data-autofocus
          aria-label="Search the guide"
          placeholder="Search"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key === 'Enter' && first !== undefined) openGuide(first.id);
          }}
        />
        <nav className={shared['scroller']} aria-label="Pages of the guide">
          {found.map(({ id, title }) => (
            <NavLink
              key={id}
              component="button"
              label={title}
              active={id === page?.id}
              aria-current={id === page?.id ? 'page' : undefined}
              onClick={() => openGuide(id)}
            />
          ))}
          {found.length === 0 && (
            <Text size="sm" c="dimmed">
              No page has these words.
            </Text>
          )}
        </nav>
      </Stack>
      {page !== undefined && <Page page={page} />}
    </Group>
  );
}

function Page({ page }: { readonly page: GuidePage }) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (element.current !== null) element.current.scrollTop = 0;
  }, [page]);
  return (
    <Box
      component="article"
      ref={element}
      flex={1}
      miw={0}
      pr="md"
      lh={1.55}
      className={`${shared['scroll'] ?? ''} ${classes['page'] ?? ''}`}
      aria-label={page.title}
      tabIndex={0}
    >
      <GuideText blocks={readPage(page.source)} />
    </Box>
  );
}
