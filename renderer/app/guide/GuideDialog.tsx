import {
  Anchor,
  Box,
  Group,
  Modal,
  NavLink,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
  type TitleOrder,
} from '@mantine/core';
import { Children, type ReactNode, useState } from 'react';
import { Later } from '../../core/ui/Later.tsx';
import { closeGuide, openGuide, useGuide } from './guide.ts';
import shared from '../../core/ui/shared.module.css';
import classes from '../Shell.module.css';
import { type Block, type Inline, readPage } from './read-page.ts';
import { type GuidePage, orderPages, pageOfLink, searchPages } from './pages.ts';
import { Note } from '../../core/ui/variants.ts';

const SOURCES = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const PICTURES = import.meta.glob<string>('../../../docs/guide/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

const GUIDE_PAGES = orderPages(
  Object.fromEntries(
    Object.entries(SOURCES).map(([path, text]) => [/([a-z-]+)\.md$/u.exec(path)?.[1] ?? '', text]),
  ),
);

export function GuideDialog() {
  const pageId = useGuide((state) => state.pageId);
  return (
    <Modal opened={pageId !== undefined} onClose={closeGuide} title="Guide" size={1000}>
      <Columns pageId={pageId} />
    </Modal>
  );
}

function GuideText({ blocks }: { readonly blocks: readonly Block[] }) {
  // a page never changes, so the index serves as key
  return Children.toArray(blocks.map(showBlock));
}

function showBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading': {
      // the dialog's title is level one
      const order = Math.min(block.level + 1, 6) as TitleOrder;
      return (
        <Title order={order} size={block.level === 1 ? 'h2' : 'h4'}>
          <Line inlines={block.children} />
        </Title>
      );
    }
    case 'paragraph':
      return (
        <Text component="div">
          <Line inlines={block.children} />
        </Text>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return <List>{Children.toArray(block.items.map((item) => showCell('li', item)))}</List>;
    }
    case 'table': {
      const [head = [], ...rows] = block.rows;
      return (
        <Table>
          <Table.Thead>
            <Table.Tr>{Children.toArray(head.map((cell) => showCell(Table.Th, cell)))}</Table.Tr>
          </Table.Thead>
          <Table.Tbody>{Children.toArray(rows.map(showRow))}</Table.Tbody>
        </Table>
      );
    }
  }
}

function showRow(row: readonly (readonly Inline[])[]): ReactNode {
  return <Table.Tr>{Children.toArray(row.map((cell) => showCell(Table.Td, cell)))}</Table.Tr>;
}

function showCell(
  Cell: 'li' | typeof Table.Th | typeof Table.Td,
  inlines: readonly Inline[],
): ReactNode {
  return (
    <Cell>
      <Line inlines={inlines} />
    </Cell>
  );
}

function Line({ inlines }: { readonly inlines: readonly Inline[] }) {
  return Children.toArray(inlines.map(showInline));
}

function showInline(inline: Inline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      // inline, because a line may break next to a grid, also after a parenthesis
      return (
        <kbd style={{ display: 'inline', paddingBlock: 2, whiteSpace: 'nowrap' }}>
          {inline.text}
        </kbd>
      );
    case 'strong':
      return (
        <strong>
          <Line inlines={inline.children} />
        </strong>
      );
    case 'picture':
      return (
        <Box
          component="img"
          display="block"
          w="100%"
          bdrs="md"
          style={{ aspectRatio: 8 / 5, border: '1px solid var(--gesso-line-control)' }}
          src={PICTURES[`../../../docs/guide/${inline.file}`]}
          alt={inline.text}
        />
      );
    case 'link': {
      const pageId = pageOfLink(inline.address);
      const words = <Line inlines={inline.children} />;
      if (pageId === undefined) return words;
      return (
        <Anchor component="button" type="button" onClick={() => openGuide(pageId)}>
          {words}
        </Anchor>
      );
    }
  }
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
          {found.length === 0 && <Note>No page has these words.</Note>}
        </nav>
      </Stack>
      {page !== undefined && (
        <Later>
          <Page key={page.id} page={page} />
        </Later>
      )}
    </Group>
  );
}

function Page({ page }: { readonly page: GuidePage }) {
  return (
    <Box
      component="article"
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
