/** Pictures that were used last, in the studio or in a form, to be used again. */
import { Button, Popover, Text, UnstyledButton } from '@mantine/core';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../base/backend/client.ts';
import classes from './Wells.module.css';

/** How many are offered. */
const SHOWN = 24;

export function RecentPictures(props: {
  /** Of the well, for a screen reader. */
  readonly name: string;
  readonly isIcon?: boolean;
  readonly onSelect: (photoId: string) => void;
}) {
  const { name, isIcon = false, onSelect } = props;
  const [isShown, setShown] = useState(false);
  const label = `Recent pictures for ${name}`;
  const toggle = (): void => setShown(!isShown);
  return (
    <Popover opened={isShown} onChange={setShown} shadow="md" trapFocus returnFocus width={300}>
      <Popover.Target>
        {isIcon ? (
          <IconButton
            label={label}
            tip="Recent pictures"
            icon={<IconHistory size={16} />}
            variant="default"
            onClick={toggle}
          />
        ) : (
          <Button aria-label={label} onClick={toggle}>
            Recent
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        <Choice
          onSelect={(photoId) => {
            setShown(false);
            onSelect(photoId);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ onSelect }: { readonly onSelect: (photoId: string) => void }) {
  const recent = useQuery({
    ...queries.photos.recent.queryOptions({ input: { purposes: ['studio', 'picture'] } }),
    refetchOnMount: 'always',
  });
  const photos = (recent.data ?? []).slice(0, SHOWN);
  if (recent.data !== undefined && photos.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No pictures yet.
      </Text>
    );
  }
  return (
    <div className={classes['recent']}>
      {photos.map(({ id, name, thumbnailUrl }) => (
        <UnstyledButton
          key={id}
          className={classes['recentPicture'] ?? ''}
          aria-label={name}
          title={name}
          onClick={() => onSelect(id)}
        >
          {thumbnailUrl !== undefined && <img src={thumbnailUrl} alt="" loading="lazy" />}
        </UnstyledButton>
      ))}
    </div>
  );
}
