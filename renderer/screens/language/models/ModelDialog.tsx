import { Badge, Box, Flex, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconRefresh, IconSearch, IconStarFilled } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { KeptModel } from '../../../../shared/contract/models.ts';
import { HAIRLINE } from '../../../core/ui/hairline.ts';
import { formatWhen } from '../../../core/ui/format.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { ModelDetails } from './ModelDetails.tsx';
import {
  groupsOf,
  MODEL_ORDERS,
  pricePair,
  shortTokens,
  sortedModels,
  type ModelOrder,
} from './model-list.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Language.module.css';
import { useModels, useModelsWithTimes } from './use-models.ts';
import { Segments } from '../../../core/ui/Segments.tsx';
import { Note, QuietButton, SmallNote } from '../../../core/ui/variants.ts';

const ORDER_NAMES: Readonly<Record<ModelOrder, string>> = {
  usual: 'As used',
  price: 'By price',
  context: 'By context',
};

interface DialogProps {
  readonly isOpen: boolean;
  readonly value: string | undefined;
  readonly onClose: () => void;
  readonly onSelect: (modelId: string) => void;
}

export function ModelDialog(props: DialogProps) {
  const { isOpen, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title="Select a model" size={760}>
      <DialogBody {...props} />
    </Modal>
  );
}

function DialogBody({ value, onSelect }: DialogProps) {
  const all = useModels();
  const { list: kept, error, refresh } = all;
  const models = useModelsWithTimes();
  const [search, setSearch] = useState('');
  const [markedId, setMarkedId] = useState(value);
  const id = useId();
  const [sorting, setSorting] = useState<ModelOrder>('usual');
  const found = groupsOf(models, search);
  const groups = sorting === 'usual' ? found : sortedModels(found, sorting);
  const order = groups.flatMap((group) => group.models);
  const marked = order.find((model) => model.id === markedId) ?? order[0];
  const list = useMarkedInSight(marked?.id);

  function onKeyDown(event: KeyboardEvent): void {
    const at = order.findIndex((model) => model.id === marked?.id);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[
      event.key
    ];
    if (next !== undefined) {
      event.preventDefault();
      setMarkedId(order[Math.max(0, Math.min(order.length - 1, next))]?.id);
    }
    if (event.key === 'Enter' && marked !== undefined) {
      event.preventDefault();
      onSelect(marked.id);
    }
  }

  return (
    <Flex gap="md" wrap="wrap">
      <Stack gap="xs" flex="3 1 0" miw="var(--gesso-inspector)">
        <TextInput
          data-autofocus
          leftSection={<IconSearch size={16} />}
          placeholder="Search models"
          aria-label="Search models"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={marked === undefined ? undefined : `${id}-${marked.id}`}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setMarkedId(undefined); // the first match
          }}
          onKeyDown={onKeyDown}
        />
        <Segments
          aria-label="Order of the models"
          data={MODEL_ORDERS.map((value) => ({ value, label: ORDER_NAMES[value] }))}
          value={sorting}
          onChange={setSorting}
        />
        {error !== undefined && <ErrorNotice error={error} actions={{ retry: refresh }} />}
        <Box
          ref={list}
          id={`${id}-list`}
          flex="none"
          h="min(calc(1.5 * var(--gesso-list)), 50vh)"
          style={{ border: HAIRLINE }}
          bdrs="sm"
          className={shared['scroller'] ?? ''}
          role="listbox"
          aria-label="Models"
        >
          {groups.map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <SmallNote fw={600} p="xs" pb="3xs" aria-hidden>
                {group.title}
              </SmallNote>
              {group.models.map((model) => (
                <ModelRow
                  key={model.id}
                  id={`${id}-${model.id}`}
                  model={model}
                  isMarked={model.id === marked?.id}
                  isSelected={model.id === value}
                  isDefault={kept?.isDefaultSet === true && model.id === kept.defaultModel}
                  onMark={() => setMarkedId(model.id)}
                  onSelect={() => onSelect(model.id)}
                />
              ))}
            </div>
          ))}
        </Box>
        {order.length === 0 && (
          <Note role="status" p="xs">
            {kept === undefined || (all.isRefreshing && models.length === 0)
              ? 'Reading the list of models…'
              : nothingFound(search, models.length)}
          </Note>
        )}
        <Group justify="space-between" gap="xs">
          <SmallNote role="status">
            {kept?.refreshedAt === undefined
              ? 'Prices in and out, per million tokens'
              : `Prices in / out per million tokens, read ${formatWhen(kept.refreshedAt)}`}
          </SmallNote>
          <QuietButton
            color="gray"
            leftSection={<IconRefresh size={16} />}
            loading={all.isRefreshing}
            onClick={refresh}
          >
            Refresh
          </QuietButton>
        </Group>
      </Stack>
      {marked !== undefined && (
        <ModelDetails model={marked} all={all} onSelect={() => onSelect(marked.id)} />
      )}
    </Flex>
  );
}

function nothingFound(search: string, models: number): string {
  if (models === 0) return 'This connection offers no models.';
  return `No model matches “${search.trim()}”.`;
}

function ModelRow(props: {
  readonly id: string;
  readonly model: KeptModel;
  readonly isMarked: boolean;
  readonly isSelected: boolean;
  readonly isDefault: boolean;
  readonly onMark: () => void;
  readonly onSelect: () => void;
}) {
  const { id, model, isMarked, isSelected, isDefault, onMark, onSelect } = props;
  return (
    // the focus stays in the search field, whose keys move the mark
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      data-marked={isMarked || undefined}
      className={classes['model']}
      onPointerMove={onMark}
      onClick={onSelect}
    >
      <span className={shared['cut']}>
        {model.isFavourite && <IconStarFilled size={16} aria-label="Favourite" />} {model.title}
        {isSelected && <ListNote>In use</ListNote>}
        {isDefault && <ListNote>Default</ListNote>}
        {!model.isOffered && <ListNote>No longer offered</ListNote>}
        {model.isOffered && model.isWithdrawn === true && <ListNote>Withdrawn</ListNote>}
      </span>
      <Text span size="xs" ta="right" className={shared['numbers'] ?? ''}>
        {pricePair(model)}
      </Text>
      <Text span size="xs" ta="right" className={shared['numbers'] ?? ''}>
        {model.contextTokens === undefined ? '–' : shortTokens(model.contextTokens)}
      </Text>
    </div>
  );
}

function ListNote({ children }: { readonly children: string }) {
  return (
    <Badge radius={1000} size="xs" variant="default" ml="2xs">
      {children}
    </Badge>
  );
}

function useMarkedInSight(markedId: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (markedId === undefined) return;
    list.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' });
  }, [markedId]);
  return list;
}
