import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RecipeFollow } from '../../../../shared/contract/recipe-follows.ts';
import { backend } from '../../../core/backend/client.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { count } from '../../../core/ui/format.ts';
import { followState, todayWords, waitingWords } from '../model/follow-words.ts';
import { useRecipesSession } from '../session/use-recipes.ts';
import { useSavedRecipes } from '../session/use-saved-recipes.ts';
import { LimitFields, type Limit } from './LimitFields.tsx';

export function FollowCard({ follow }: { readonly follow: RecipeFollow }) {
  const { id, recipeId, folder, savesTo, growing, waiting, heldBy } = follow;
  const name = useSavedRecipes()?.find((each) => each.id === recipeId)?.name;
  const waits = waitingWords(follow);
  return (
    <Stack gap="2xs" role="group" aria-label={`Follows ${folder}`}>
      <Text size="xs" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {name ?? 'A removed recipe'}: {folder}
      </Text>
      {savesTo !== undefined && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Finished files: {savesTo}
        </Text>
      )}
      <Text size="xs" role="status">
        {followState(follow)}
      </Text>
      <Text size="xs">{todayWords(follow)}</Text>
      {growing > 0 && <Text size="xs">{count(growing, 'file')} still being written</Text>}
      {waits !== undefined && <Text size="xs">{waits}</Text>}
      {waiting.named.length > 0 && (
        <List size="xs" listStyleType="disc" aria-label="Waiting files">
          {waiting.named.map(({ name: file, reason }, index) => (
            // files of the same name may come from several folders
            // oxlint-disable-next-line react/no-array-index-key
            <List.Item key={index}>
              {file}
              {reason !== undefined && `: ${reason}`}
            </List.Item>
          ))}
        </List>
      )}
      {heldBy !== undefined && <ErrorNotice error={heldBy} />}
      <FollowButtons key={id} follow={follow} />
    </Stack>
  );
}

function FollowButtons({ follow }: { readonly follow: RecipeFollow }) {
  const { id: followId, state, waiting, runId, callsADay, moneyADay } = follow;
  const session = useRecipesSession();
  const [limit, setLimit] = useState<Limit>();
  const act = (order: Promise<void>): void =>
    void order.catch((error: unknown) => session.fail(error));
  const { recipeFollows } = backend;
  if (limit !== undefined) {
    return (
      <Stack gap="xs">
        <LimitFields limit={limit} onChange={setLimit} />
        <Group gap="xs">
          <Button
            size="compact-xs"
            onClick={() => {
              act(recipeFollows.setLimit({ followId, ...limit }));
              setLimit(undefined);
            }}
          >
            Set limit
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => setLimit(undefined)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Group gap="2xs">
      {state === 'following' && waiting.files > 0 && (
        <Button size="compact-xs" onClick={() => act(recipeFollows.runNow({ followId }))}>
          Run these now
        </Button>
      )}
      {state === 'following' ? (
        <Button size="compact-xs" onClick={() => act(recipeFollows.pause({ followId }))}>
          Pause
        </Button>
      ) : (
        <Button size="compact-xs" onClick={() => act(recipeFollows.confirm({ followId }))}>
          Follow again
        </Button>
      )}
      {runId !== undefined && (
        <Button size="compact-xs" onClick={() => session.running.show(runId)}>
          Show run
        </Button>
      )}
      <Button size="compact-xs" onClick={() => setLimit({ callsADay, moneyADay })}>
        Limit…
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => act(recipeFollows.remove({ followId }))}
      >
        Stop following
      </Button>
    </Group>
  );
}
