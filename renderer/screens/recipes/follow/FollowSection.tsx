import { Button, Group, List, Stack, Text, Checkbox, TextInput, NumberInput } from '@mantine/core';
import { IconFolderSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  MOST_FOLLOW_CALLS,
  MOST_FOLLOW_MONEY,
  type RecipeFollow,
} from '../../../../shared/contract/recipe-follows.ts';
import { withoutName } from '../../../../shared/errors/without-name.ts';
import { backend, queries } from '../../../core/backend/client.ts';
import { fail, running, useRecipes, useSavedRecipes } from '../session/use-recipes.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { count } from '../../../core/ui/format.ts';
import { followState, todayWords, waitingWords } from '../model/follow-words.ts';
import { writesFiles } from '../model/writes-files.ts';
import { dollarsOfPrice } from '../../../core/ui/money.ts';
import { QuietButton, SmallButton, SmallNote, SmallStatus } from '../../../core/ui/variants.ts';

interface Limit {
  readonly callsADay: number;
  /** 1/10000 USD. */
  readonly moneyADay: number;
}

const UNITS = 10_000;

function LimitFields(props: { readonly limit: Limit; readonly onChange: (limit: Limit) => void }) {
  const { limit, onChange } = props;
  return (
    <Group gap="xs" grow wrap="nowrap" align="end">
      <NumberInput
        size="xs"
        label="Calls a day"
        hideControls
        min={0}
        max={MOST_FOLLOW_CALLS}
        allowDecimal={false}
        clampBehavior="strict"
        value={limit.callsADay}
        onChange={(calls) => onChange({ ...limit, callsADay: Number(calls) })}
      />
      <NumberInput
        size="xs"
        label="Money a day"
        prefix="$"
        hideControls
        min={0}
        max={dollarsOfPrice(MOST_FOLLOW_MONEY)}
        decimalScale={4}
        clampBehavior="strict"
        value={dollarsOfPrice(limit.moneyADay)}
        onChange={(dollars) =>
          onChange({ ...limit, moneyADay: Math.round(Number(dollars) * UNITS) })
        }
      />
    </Group>
  );
}

interface ChosenFolder {
  readonly folderId: string;
  readonly path: string;
}

const FIRST_LIMIT: Limit = { callsADay: 50, moneyADay: 10_000 };

/** @param props.chosen `undefined` if the folder is typed, as without a folder dialog of the host */
function FollowForm(props: {
  readonly chosen: ChosenFolder | undefined;
  /** The recipe may change while the form is open. */
  readonly canFollow: boolean;
  readonly onClose: () => void;
}) {
  const { chosen, canFollow, onClose } = props;
  const { recipeId, name, steps } = useRecipes((state) => state.inHand);
  const [typed, setTyped] = useState({ from: '', to: '' });
  const [limit, setLimit] = useState(FIRST_LIMIT);
  const [takesExisting, setTakesExisting] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const isSaving = writesFiles(steps);
  const begin = async (): Promise<void> => {
    if (recipeId === undefined) return;
    setIsSending(true);
    try {
      const folders =
        chosen === undefined ? await typedFolders(typed) : await chosenFolders(chosen, isSaving);
      if (folders === undefined) return;
      await backend.recipeFollows.begin({ recipeId, ...folders, takesExisting, ...limit });
      onClose();
    } catch (error) {
      fail(error);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Stack gap="xs" role="group" aria-label="Follow a folder">
      {chosen === undefined ? (
        <>
          <TextInput
            size="xs"
            label="Folder to follow"
            description="The full path of the folder."
            value={typed.from}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, from: value })}
          />
          {isSaving && (
            <TextInput
              size="xs"
              label="Folder for finished files"
              description="Leave empty to keep them in Gesso and download them."
              value={typed.to}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, to: value })}
            />
          )}
        </>
      ) : (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          “{name}” on new files in {chosen.path}
        </Text>
      )}
      <LimitFields limit={limit} onChange={setLimit} />
      <Checkbox
        label="Include existing files"
        checked={takesExisting}
        onChange={(event) => setTakesExisting(event.currentTarget.checked)}
      />
      <Group gap="xs">
        <Button
          loading={isSending}
          disabled={!canFollow || (chosen === undefined && typed.from.trim() === '')}
          onClick={() => void begin()}
        >
          Follow
        </Button>
        <QuietButton onClick={onClose}>Cancel</QuietButton>
      </Group>
    </Stack>
  );
}

interface Folders {
  readonly folderId: string;
  readonly into?: string;
  readonly toFolderId?: string;
}

/** @returns `undefined` if the user cancelled the dialog for finished files */
async function chosenFolders(
  { folderId }: ChosenFolder,
  isSaving: boolean,
): Promise<Folders | undefined> {
  const to = isSaving ? await backend.export.folderForMany() : undefined;
  if (to?.kind === 'cancelled') return undefined;
  return { folderId, ...(to?.into !== undefined && { into: to.into }) };
}

async function typedFolders(typed: Readonly<Record<'from' | 'to', string>>): Promise<Folders> {
  const known = async (path: string): Promise<string> => {
    const folder = await backend.recipeFollows.chooseFolder({ typed: path });
    if (folder.kind === 'chosen') return folder.folderId;
    throw new Error(`A typed folder is ${folder.kind}.`);
  };
  const folderId = await known(typed.from.trim());
  const to = typed.to.trim();
  return { folderId, ...(to !== '' && { toFolderId: await known(to) }) };
}

const NO_FOLLOWS: readonly RecipeFollow[] = [];

export function useFollows(): readonly RecipeFollow[] {
  const { isInFront } = useScreen();
  const { data = NO_FOLLOWS } = useQuery(
    queries.recipeFollows.list.queryOptions({ enabled: isInFront, meta: { saysErrors: true } }),
  );
  return data;
}

export function FollowSection() {
  const follows = useFollows();
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
      fail(error);
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
          canFollow={obstacle === undefined}
          onClose={() => setChosen(undefined)}
        />
      )}
      {obstacle !== undefined && <SmallNote>{obstacle}</SmallNote>}
    </Stack>
  );
}

function FollowCard({ follow }: { readonly follow: RecipeFollow }) {
  const { id, recipeId, folder, savesTo, growing, waiting, heldBy } = follow;
  const name = useSavedRecipes()?.find((each) => each.id === recipeId)?.name;
  const waits = waitingWords(follow);
  return (
    <Stack gap="2xs" role="group" aria-label={`Follows ${folder}`}>
      <Text size="xs" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {name ?? 'A removed recipe'}: {folder}
      </Text>
      {savesTo !== undefined && (
        <SmallNote style={{ overflowWrap: 'anywhere' }}>Finished files: {savesTo}</SmallNote>
      )}
      <SmallStatus>{followState(follow)}</SmallStatus>
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
              {reason !== undefined && `: ${withoutName(reason, file)}`}
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
  const [limit, setLimit] = useState<Limit>();
  const act = (order: Promise<void>): void => void order.catch(fail);
  const { recipeFollows } = backend;
  if (limit !== undefined) {
    return (
      <Stack gap="xs">
        <LimitFields limit={limit} onChange={setLimit} />
        <Group gap="xs">
          <SmallButton
            onClick={() => {
              act(recipeFollows.setLimit({ followId, ...limit }));
              setLimit(undefined);
            }}
          >
            Set limit
          </SmallButton>
          <SmallButton variant="subtle" onClick={() => setLimit(undefined)}>
            Cancel
          </SmallButton>
        </Group>
      </Stack>
    );
  }
  return (
    <Group gap="2xs">
      {state === 'following' && waiting.files > 0 && (
        <SmallButton onClick={() => act(recipeFollows.runNow({ followId }))}>
          Run these now
        </SmallButton>
      )}
      {state === 'following' ? (
        <SmallButton onClick={() => act(recipeFollows.pause({ followId }))}>Pause</SmallButton>
      ) : (
        <SmallButton onClick={() => act(recipeFollows.confirm({ followId }))}>
          Follow again
        </SmallButton>
      )}
      {runId !== undefined && (
        <SmallButton onClick={() => running.show(runId)}>Show run</SmallButton>
      )}
      <SmallButton onClick={() => setLimit({ callsADay, moneyADay })}>Limit…</SmallButton>
      <SmallButton variant="subtle" onClick={() => act(recipeFollows.remove({ followId }))}>
        Stop following
      </SmallButton>
    </Group>
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
