import { Button, Group, Text } from '@mantine/core';
import { IconCheck, IconPhoto, IconRefresh, IconX } from '@tabler/icons-react';
import { useState, type MouseEvent } from 'react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import type { Judgement, RecipeFile, RecipeStep } from '../../../../shared/contract/recipes.ts';
import { formatMoney } from '../../../core/ui/money.ts';
import { canBeJudged, fileSentence, fileState, planWords } from '../model/file-words.ts';
import { running } from '../session/use-recipes.ts';
import { QuietButton, SmallNote } from '../../../core/ui/variants.ts';

export function FilePicture(props: { readonly url: string | undefined; readonly label: string }) {
  const { url, label } = props;
  // URL of a file that is no picture or gone; the file's sentence says so
  const [broken, setBroken] = useState<string>();
  if (url === undefined || url === broken) return <IconPhoto size={16} aria-hidden />;
  return (
    <img src={url} alt={label} decoding="async" draggable={false} onError={() => setBroken(url)} />
  );
}

export function RecipeFileFacts(props: {
  readonly file: RecipeFile;
  readonly recipe: readonly RecipeStep[];
  readonly isPractice: boolean;
  readonly isDraft: boolean;
}) {
  const { file, recipe, isPractice, isDraft } = props;
  const { name, folder, plan, cost, after } = file;
  const sentence = fileSentence(file, recipe);
  const size = after === undefined ? [] : [`${after.width} × ${after.height}`];
  // until a call has left, nothing is paid
  const paid = isPractice || cost === undefined || cost === 0 ? [] : [formatMoney(cost)];
  // the buttons next to it show the judgement
  const state = canBeJudged(file) ? [] : [fileState(file)];
  const details = isDraft || after === undefined ? [] : [...size, ...paid];
  const facts = [...state, ...details].join(', ');
  return (
    <>
      <Text span fw={500} truncate>
        {name}
        {folder !== '' && <SmallNote span> {folder}</SmallNote>}
      </Text>
      <Text
        span
        size="xs"
        c={file.state === 'failed' ? 'var(--gesso-negative)' : 'dimmed'}
        truncate
        data-tip={isDraft && plan !== undefined ? sentence : undefined}
      >
        {isDraft
          ? plan === undefined
            ? sentence || 'Not planned yet'
            : planWords(plan, isPractice)
          : [facts, sentence].filter((part) => part !== '').join('. ')}
      </Text>
    </>
  );
}

export function Judge({ runId, file }: { readonly runId: string; readonly file: RecipeFile }) {
  const { position, state, judgement, name } = file;
  if (state === 'failed') {
    return (
      <IconButton
        label={`Retry ${name}`}
        tip="Retry from the step that failed"
        icon={<IconRefresh size={16} />}
        onClick={(event) => {
          event.stopPropagation();
          void running.retry(runId, { positions: [position] });
        }}
      />
    );
  }
  if (!canBeJudged(file)) return null;
  const press = (wanted: Judgement) => (event: MouseEvent) => {
    event.stopPropagation();
    void running.judge(runId, { positions: [position] }, wanted);
  };
  if (judgement !== 'none') {
    const isAccepted = judgement === 'accepted';
    return (
      <QuietButton
        flex="none"
        c={isAccepted ? 'var(--gesso-positive)' : 'var(--gesso-negative)'}
        data-judgement={judgement}
        title="Judge again"
        aria-label={`${isAccepted ? 'Accepted' : 'Rejected'} ${name}, judge again`}
        leftSection={isAccepted ? <IconCheck size={16} /> : <IconX size={16} />}
        onClick={press('none')}
      >
        {isAccepted ? 'Accepted' : 'Rejected'}
      </QuietButton>
    );
  }
  return (
    <Group component="span" flex="none" gap="xs" wrap="nowrap">
      <Button
        aria-label={`Reject ${name}`}
        leftSection={<IconX size={16} />}
        onClick={press('rejected')}
      >
        Reject
      </Button>
      <Button
        aria-label={`Accept ${name}`}
        leftSection={<IconCheck size={16} />}
        onClick={press('accepted')}
      >
        Accept
      </Button>
    </Group>
  );
}
