import { Box, Menu, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../base/backend/client.ts';
import shared from '../../base/ui/shared.module.css';

const SHOWN = 24;

export function RecentItems(props: { readonly onSelect: (photoId: string) => void }) {
  const { onSelect } = props;
  const recent = useQuery({
    ...queries.photos.recent.queryOptions({ input: { purposes: ['studio', 'picture'] } }),
    refetchOnMount: 'always',
  });
  const photos = (recent.data ?? []).slice(0, SHOWN);
  if (photos.length === 0) {
    return recent.data !== undefined && <Menu.Label>No recent pictures</Menu.Label>;
  }
  return (
    <>
      <Menu.Label>Recent</Menu.Label>
      <SimpleGrid cols={4} spacing={0} mah="var(--gesso-list)" className={shared['scroller'] ?? ''}>
        {photos.map(({ id, name, thumbnailUrl }) => (
          <Menu.Item key={id} aria-label={name} title={name} onClick={() => onSelect(id)}>
            {thumbnailUrl !== undefined && (
              <Box
                component="img"
                display="block"
                w="var(--gesso-source)"
                h="var(--gesso-source)"
                bdrs="sm"
                style={{ objectFit: 'cover' }}
                src={thumbnailUrl}
                alt=""
                loading="lazy"
              />
            )}
          </Menu.Item>
        ))}
      </SimpleGrid>
    </>
  );
}
