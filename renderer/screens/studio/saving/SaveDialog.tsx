import { Button, Group, Modal, Stack, Text, List, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import type { ExifChoice, FormatChoice, SaveOptions } from '../../../../shared/contract/export.ts';
import { useSettings, useUpdateSettings } from '../../../core/backend/settings.ts';
import { queries, backend } from '../../../core/backend/client.ts';
import { FolderChoice } from '../../../features/saving/FolderChoice.tsx';
import { FormatField } from './FormatField.tsx';
import { FileNameField, NamePatternField } from './NameField.tsx';
import { describeFile, hasLayers } from './saved-format.ts';
import { EXPORT_SETTINGS, pictureOptions, type ExportSettings } from './use-picture-options.ts';
import { exportFormatOf } from '../../../../shared/export/source-format.ts';
import { count, formatBytes } from '../../../core/ui/format.ts';
import { say } from '../../../core/ui/say.ts';
import { useStudio, useStudioSession, useStudioStore } from '../session/index.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { withoutName } from '../../../../shared/errors/without-name.ts';
import { fileNameProblem, namePatternProblem } from '../../../../shared/export/name-pattern.ts';
import { savedStem } from '../../../../shared/export/saved-name.ts';
import { describeSizes, photosToMeasure, type MeasuredPhoto } from '../model/expected-sizes.ts';
import { NOTHING_TO_SAVE, type PhotoToSave } from '../model/studio-store.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { Segments } from '../../../core/ui/Segments.tsx';
import { SmallNote, Status } from '../../../core/ui/variants.ts';

const CAMERA_DATA: readonly { readonly value: ExifChoice; readonly label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'without-place', label: 'All except location' },
  { value: 'all', label: 'All' },
];

const WITHOUT_IPTC = 'PNG and WebP don’t hold IPTC. Save as JPEG or TIFF to keep it.';

export default function SaveDialog() {
  const store = useStudioStore();
  const isShown = useStudio((state) => state.saving.isShown);
  const settings = useSettings(...EXPORT_SETTINGS);
  const many = useStudio((state) => state.saving.many);
  const title = many === undefined ? 'Save as' : `Save ${count(many.length, 'photo')} as`;
  return (
    <Modal
      opened={isShown}
      onClose={() => store.setSlice('saving', NOTHING_TO_SAVE)}
      title={title}
      size="md"
    >
      {settings !== undefined && <SaveForm settings={settings} />}
    </Modal>
  );
}

function SaveForm({ settings }: { readonly settings: ExportSettings }) {
  const session = useStudioSession();
  const photo = useStudio((state) => state.photo);
  const { many, notice, layered } = useStudio((state) => state.saving);
  const store = useStudioStore();
  const close = () => store.setSlice('saving', NOTHING_TO_SAVE);
  const stop = useRef<AbortController>(undefined);
  const folder = useQuery(queries.export.folder.queryOptions()).data;
  const update = useUpdateSettings();
  const [isSaving, setSaving] = useState(false);
  const one = many === undefined ? photo : undefined;
  const own = one === undefined ? undefined : exportFormatOf('source', one);
  const encoding = pictureOptions(settings, layered);
  const format = encoding.format === 'source' ? own : encoding.format;
  const naming = useFileName(one, settings.exportName);
  // without a folder, each file would open a dialog
  const isFolderMissing =
    many !== undefined && folder !== undefined && folder.canChoose && folder.path === null;

  useEffect(() => () => stop.current?.abort(), []);

  function setFormat(choice: FormatChoice): void {
    const isLayered = hasLayers(choice);
    store.setSlice('saving', { layered: isLayered ? choice : undefined });
    if (!isLayered) update({ exportFormat: choice });
  }

  async function save(): Promise<void> {
    if (naming.problem !== undefined || session === undefined) return;
    const { pattern } = naming;
    if (pattern !== settings.exportName) update({ exportName: pattern });
    setSaving(true);
    const options = { ...encoding, ...naming.choice };
    const { signal } = (stop.current = new AbortController());
    if (many === undefined) {
      await session.out.save(options);
      if (!signal.aborted) close();
      return;
    }
    const saved = await session.saving.saveMany((id) => session.out.savePhoto(id, options), signal);
    if (saved > 0) say(`${count(saved, 'photo')} saved.`, 'done');
    setSaving(false);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        {notice !== undefined && <Status>{notice}</Status>}
        <FormatField
          settings={settings}
          choice={encoding.format}
          own={own}
          onFormat={setFormat}
          onChange={update}
        />
        {format !== undefined && photo !== undefined && (
          <SmallNote>{describeFile(format, settings.exportLossless, photo)}</SmallNote>
        )}
        {one !== undefined && <ExpectedSize options={{ ...encoding, photoId: one.id }} />}
        {many !== undefined && (
          <ExpectedSizes photos={many} encoding={encoding} isPaused={isSaving} />
        )}
        {one !== undefined && format !== undefined && !naming.isPattern ? (
          <FileNameField
            name={naming.name}
            format={format}
            problem={naming.problem}
            onChange={naming.setName}
            onPattern={naming.showPattern}
          />
        ) : (
          <NamePatternField
            pattern={naming.pattern}
            photo={photo}
            // the open photo is the example of several
            format={format ?? (photo && exportFormatOf('source', photo))}
            problem={naming.problem}
            onChange={naming.setPattern}
          />
        )}
        <FolderChoice />
        {isFolderMissing && <Text size="sm">Select a folder to save several photos.</Text>}
        {many !== undefined && <ManyPhotos />}
        {(format === undefined || !hasLayers(format)) && (
          <Stack gap="2xs">
            <Text size="sm" fw={500}>
              Camera data and captions (EXIF, IPTC, XMP)
            </Text>
            <Segments
              fullWidth
              aria-label="Camera data"
              data={CAMERA_DATA}
              value={settings.exportExif}
              onChange={(value) => update({ exportExif: value })}
            />
            {(format === 'png' || format === 'webp') && settings.exportExif !== 'none' && (
              <SmallNote>{WITHOUT_IPTC}</SmallNote>
            )}
          </Stack>
        )}
        <Group justify="flex-end">
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="filled"
            type="submit"
            loading={isSaving}
            disabled={naming.problem !== undefined || isFolderMissing}
            data-autofocus
          >
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Debounce, ms, so that a moving slider makes no files. */
const PAUSE = 300;

function ExpectedSize({ options }: { readonly options: SaveOptions }) {
  const key = JSON.stringify(options);
  const [debouncedKey] = useDebouncedValue(key, PAUSE);
  const { data, error } = useQuery(
    queries.export.expectedSize.queryOptions({
      input: JSON.parse(debouncedKey) as SaveOptions,
      gcTime: 0, // a result that is hidden meanwhile changes the file
      retry: false,
    }),
  );
  const isCurrent = debouncedKey === key;
  if (isCurrent && error !== null) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {readError(error).message}
      </Text>
    );
  }
  return (
    <Status>
      {isCurrent && data !== undefined
        ? `File size: ${formatBytes(data.byteLength)}`
        : 'File size: …'}
    </Status>
  );
}

type Encoding = Omit<SaveOptions, 'photoId'>;

interface Measured {
  readonly key: string;
  readonly photos: readonly MeasuredPhoto[];
}

/** @param props.isPaused measures nothing while files are saved */
function ExpectedSizes(props: {
  readonly photos: readonly PhotoToSave[];
  readonly encoding: Encoding;
  readonly isPaused: boolean;
}) {
  const { photos, encoding, isPaused } = props;
  const key = JSON.stringify(encoding);
  const [debouncedKey] = useDebouncedValue(key, PAUSE);
  const [measured, setMeasured] = useState<Measured>({ key, photos: [] });
  useEffect(() => {
    if (isPaused) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const options = JSON.parse(debouncedKey) as Encoding;
    async function measure(): Promise<void> {
      const found: MeasuredPhoto[] = [];
      setMeasured({ key: debouncedKey, photos: [] });
      for (const photo of photosToMeasure(photos)) {
        const bytes = await bytesOf({ ...options, photoId: photo.id });
        if (signal.aborted) return;
        found.push({ photo, bytes });
        setMeasured({ key: debouncedKey, photos: [...found] });
      }
    }
    void measure();
    return () => controller.abort();
  }, [photos, debouncedKey, isPaused]);
  const current = measured.key === key ? measured.photos : [];
  return <Status>{describeSizes(photos, current)}</Status>;
}

/** @returns `undefined` for a photo that cannot be saved: saving reports why */
async function bytesOf(options: SaveOptions): Promise<number | undefined> {
  try {
    return (await backend.export.expectedSize(options)).byteLength;
  } catch {
    return undefined;
  }
}

/** @param photo `undefined` for several, which only have a pattern */
function useFileName(photo: Photo | undefined, savedPattern: string) {
  const [pattern, setPattern] = useState(savedPattern);
  const [entered, setName] = useState<string>();
  const [isPatternShown, setPatternShown] = useState(false);
  const isPattern = photo === undefined || isPatternShown;
  const patternProblem = namePatternProblem(pattern);
  const name =
    entered ??
    (photo === undefined || patternProblem !== undefined
      ? ''
      : savedStem(photo, { namePattern: pattern }));
  return {
    /** Without extension. */
    name,
    pattern,
    isPattern,
    /** Why the name is invalid. */
    problem: isPattern ? patternProblem : fileNameProblem(name),
    choice: isPattern ? { namePattern: pattern } : { name },
    setName,
    setPattern,
    showPattern(): void {
      setName(undefined);
      setPatternShown(true);
    },
  };
}

function ManyPhotos() {
  const { many = [], through, unsaved } = useStudio((state) => state.saving);
  return (
    <>
      {through !== undefined && (
        <Stack gap="2xs">
          <Status>
            Saving {Math.min(through + 1, many.length)} of {many.length}
          </Status>
          <Progress
            size="sm"
            value={(through / Math.max(1, many.length)) * 100}
            aria-label={`Saved ${through} of ${many.length}`}
          />
        </Stack>
      )}
      {unsaved.length > 0 && (
        <section aria-label="Not saved">
          <Text size="sm" fw={500} c="orange" mb="2xs">
            {count(unsaved.length, 'photo')} not saved
          </Text>
          <List size="sm" mah={140} style={{ overflow: 'auto' }} tabIndex={0}>
            {unsaved.map(({ id, name, error }) => (
              <List.Item key={id}>
                {name}: {withoutName(error.message, name)}
              </List.Item>
            ))}
          </List>
        </section>
      )}
    </>
  );
}
