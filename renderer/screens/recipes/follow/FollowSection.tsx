import { Button, Stack, Text } from '@mantine/core';
import { IconFolderSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RecipeFollow } from '../../../../shared/contract/recipe-follows.ts';
import { backend, queries } from '../../../core/backend/client.ts';
import { useRecipes, useRecipesSession } from '../session/use-recipes.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { FollowCard } from './FollowCard.tsx';
import { FollowForm, type ChosenFolder } from './FollowForm.tsx';

const NO_FOLLOWS: readonly RecipeFollow[] = [];

export function FollowSection({ onCount }: { readonly onCount: (count: number) => void }) {
  const session = useRecipesSession();
  const { isInFront } = useScreen();
  const { data: follows = NO_FOLLOWS } = useQuery(
    queries.recipeFollows.list.queryOptions({ enabled: isInFront, meta: { saysErrors: true } }),
  );
  useEffect(() => onCount(follows.length), [onCount, follows.length]);
  const canChoose = useQuery(queries.export.folder.queryOptions()).data?.canChoose;
  const inHand = useRecipes((state) => state.inHand);
  const [chosen, setChosen] = useState<ChosenFolder | 'typed'>();
  if (canChoose === undefined) return null;
  const obstacle = obstacleOf(inHand);
  const choose = async (): Promise<void> => {
    if (!canChoose) return setChosen('typed');
    try {
      const folder = await backend.recipeFollows.chooseFolder({});
      if (folder.kind === 'chosen') setChosen(folder);
    } catch (error) {
      session.fail(error);
    }
  };
  return (
    <Stack gap="xs" component="section" aria-label="Followed folders">
      {follows.map((follow) => (
        <FollowCard key={follow.id} follow={follow} />
      ))}
      {chosen === undefined ? (
        <Button
          leftSection={<IconFolderSearch size={16} />}
          disabled={obstacle !== undefined}
          style={{ alignSelf: 'start', flex: 'none' }}
          onClick={() => void choose()}
        >
          Follow a folder…
        </Button>
      ) : (
        <FollowForm
          key={chosen === 'typed' ? chosen : chosen.folderId}
          chosen={chosen === 'typed' ? undefined : chosen}
          onClose={() => setChosen(undefined)}
        />
      )}
      {obstacle !== undefined && (
        <Text size="xs" c="dimmed">
          {obstacle}
        </Text>
      )}
    </Stack>
  );
}

function obstacleOf(inHand: {
  readonly recipeId: string | undefined;
  readonly isChanged: boolean;
}): string | undefined {
  if (inHand.recipeId === undefined || inHand.isChanged) {
    return 'Save the recipe before it follows a folder.';
  }
  return undefined;
}
