import { Button, Group, Modal, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../core/backend/client.ts';
import { count } from '../../../core/ui/format.ts';
import shared from '../../../core/ui/shared.module.css';
import { useStudio, useStudioSession, useStudioStore } from '../session/index.ts';
import { Note } from '../../../core/ui/variants.ts';

export function RecentDialog() {
  const isShown = useStudio((state) => state.strip.isRecentShown);
  const store = useStudioStore();
  const close = () => store.setSlice('strip', { isRecentShown: false });
  return (
    <Modal opened={isShown} onClose={close} title="Add recent photos" size="xl">
      <Choice onDone={close} />
    </Modal>
  );
}

function Choice({ onDone }: { readonly onDone: () => void }) {
  const strip = useStudioSession()?.strip;
  const entries = useStudio((state) => state.strip.entries);
  const recent = useQuery({ ...queries.photos.recent.queryOptions(), refetchOnMount: 'always' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const open = new Set(entries.map(({ id }) => id));
  const photos = (recent.data ?? []).filter(({ id }) => !open.has(id));

  function toggle(id: string): void {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  async function add(): Promise<void> {
    for (const { id } of photos) if (chosen.has(id)) await strip?.add(id);
    onDone();
  }

  if (recent.data !== undefined && photos.length === 0) {
    return <Note>All recent photos are already open.</Note>;
  }
  return (
    <>
      <SimpleGrid cols={{ base: 3, sm: 5 }} spacing="xs">
        {photos.map(({ id, name, thumbnailUrl }) => (
          <UnstyledButton
            key={id}
            p="2xs"
            bd={`var(--gesso-outline) solid ${chosen.has(id) ? 'var(--gesso-accent)' : 'transparent'}`}
            className={shared['press'] ?? ''}
            aria-pressed={chosen.has(id)}
            onClick={() => toggle(id)}
          >
            <div className={shared['thumb']} style={{ aspectRatio: 4 / 3 }}>
              {thumbnailUrl !== undefined && <img src={thumbnailUrl} alt="" loading="lazy" />}
            </div>
            <Text size="xs" truncate>
              {name}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="filled" disabled={chosen.size === 0} onClick={() => void add()}>
          {chosen.size <= 1 ? 'Add photo' : `Add ${count(chosen.size, 'photo')}`}
        </Button>
      </Group>
    </>
  );
}
