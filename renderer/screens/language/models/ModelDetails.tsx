import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { KeptModel } from '../../../../shared/contract/models.ts';
import { formatWhen } from '../../../core/ui/format.ts';
import { describeContext, describePrices } from './model-list.ts';
import shared from '../../../core/ui/shared.module.css';
import type { Models } from './use-models.ts';
import { Note, SmallNote } from '../../../core/ui/variants.ts';

export function ModelDetails(props: {
  readonly model: KeptModel;
  readonly all: Models;
  readonly onSelect: () => void;
}) {
  const { model, all, onSelect } = props;
  const { id, title, description, isFavourite, takesPictures, lastUsedAt, isOffered, isWithdrawn } =
    model;
  const isDefault = all.list?.isDefaultSet === true && all.list.defaultModel === id;
  return (
    <Stack
      component="section"
      gap="sm"
      align="flex-start"
      flex="2 1 0"
      miw="var(--gesso-list)"
      mah="min(calc(1.5 * var(--gesso-inspector)), 60vh)"
      className={shared['scroller'] ?? ''}
      aria-label={`About ${title}`}
    >
      <div>
        <Text fw={600}>{title}</Text>
        <SmallNote className={shared['text'] ?? ''}>{id}</SmallNote>
      </div>
      {!isOffered && (
        <Text size="sm" c="var(--mantine-color-error)">
          The service’s latest list does not have this model.
        </Text>
      )}
      {isOffered && isWithdrawn === true && (
        <Text size="sm" c="var(--mantine-color-error)">
          The service is withdrawing this model, or has withdrawn it.
        </Text>
      )}
      <div>
        <Text size="sm">{describePrices(model)}</Text>
        <Text size="sm">{describeContext(model)}</Text>
        {lastUsedAt !== undefined && <Note>Last used {formatWhen(lastUsedAt)}</Note>}
      </div>
      <Button variant="filled" onClick={onSelect}>
        Use this model
      </Button>
      <Button
        leftSection={isFavourite ? <IconStarFilled size={16} /> : <IconStar size={16} />}
        aria-pressed={isFavourite}
        onClick={() => all.mark(id, { isFavourite: !isFavourite })}
      >
        Favourite
      </Button>
      <Checkbox
        label="Default of this connection"
        checked={isDefault}
        onChange={(event) => all.mark(id, { isDefault: event.currentTarget.checked })}
      />
      <Checkbox
        label="Takes pictures"
        description="The service’s list does not say so. Gesso then lets you add pictures to messages."
        checked={takesPictures}
        onChange={(event) => all.mark(id, { takesPictures: event.currentTarget.checked })}
      />
      {description !== '' && <Text size="sm">{description}</Text>}
    </Stack>
  );
}
