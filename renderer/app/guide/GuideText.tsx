import { Anchor, Box, Table, Text, Title, type TitleOrder } from '@mantine/core';
import { Children, type ReactNode } from 'react';
import { pictureAddress } from './bundled.ts';
import { openGuide } from './guide.ts';
import { pageOfLink } from './pages.ts';
import type { Block, Inline } from './read-page.ts';

export function GuideText({ blocks }: { readonly blocks: readonly Block[] }) {
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
      return <kbd>{inline.text}</kbd>;
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
          src={pictureAddress(inline.file)}
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
