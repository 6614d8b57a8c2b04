/** Fast values (zoom, pointer) stay in the canvas's snapshot. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Patch, Photo, StripPhoto } from '../../../../shared/contract/photos.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import type { Size, Rect, Point } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { FLICKER_RATE } from '../../../viewer/stage/comparing/flicker.ts';
import { INITIAL_RESULTS, type ResultsState } from './results-state.ts';
import { INITIAL_STRIP, type StripState } from './strip.ts';
import type { PatchBlend } from '../../../../shared/contract/patch-blend.ts';
import type { PicturePatch } from '../../../viewer/stage/viewer-types.ts';
import type { RecipePlan, StepMask, StepOf } from '../../../../shared/contract/recipes.ts';
import { count, formatMegapixels } from '../../../core/ui/format.ts';
import { costWords } from '../../../features/recipes/run-words.ts';
import type { ExportFormat } from '../../../../shared/contract/export.ts';
import type { CallPlan, RemoveTextMode } from '../../../../shared/contract/cleanup.ts';
import type { ScreenState } from '../../../../shared/contract/screen-state.ts';
import type {
  ObjectInSight,
  PersonInPhoto,
  Spot,
  TextLineFound,
} from '../../../../shared/contract/selection.ts';

interface BlendedResult {
  readonly patchId: string;
  readonly blend: PatchBlend;
  /** The window itself draws its weights until it is closed. */
  readonly layer: PicturePatch;
}

interface BlendingState {
  readonly open: BlendedResult | undefined;
  /** Share of the brush's radius that is fully covered. */
  readonly hardness: number;
}

const INITIAL_BLENDING: BlendingState = { open: undefined, hardness: 0.5 };

/** False for results of Faces, which are blended there. */
export function isBlendable(patch: Patch | undefined): boolean {
  return patch !== undefined && patch.operation !== 'merge-face';
}

export function withBlended(
  patches: readonly Patch[],
  open: BlendedResult | undefined,
): readonly PicturePatch[] {
  return patches.map((patch) => (patch.id === open?.patchId ? open.layer : patch));
}

export type BatchOperation = 'remove-text' | 'same-mask';

export interface BatchDraft {
  readonly operation: BatchOperation;
  readonly photoIds: readonly string[];
  /** Applied to all photos. */
  readonly maskPhotoId: string | undefined;
  readonly detail: StepOf<'remove-text'>['detail'];
  readonly placement: Extract<StepMask, { readonly from: 'kept' }>['placement'];
}

interface BatchState {
  readonly draft: BatchDraft | undefined;
  readonly plan: RecipePlan | undefined;
  readonly error: AppError | undefined;
  readonly isStarting: boolean;
}

const INITIAL_BATCH: BatchState = {
  draft: undefined,
  plan: undefined,
  error: undefined,
  isStarting: false,
};

export const BATCH_NAMES: Readonly<Record<BatchOperation, string>> = {
  'remove-text': 'Remove text',
  'same-mask': 'Same mask',
};

/** @param useStored saved results replace calls */
export function planSentence(plan: RecipePlan, useStored: boolean): string {
  const photos = `${count(plan.taking, 'photo')} in ${count(plan.calls, 'call')}`;
  return `${photos}, ${formatMegapixels(plan.pixels, 1)} in total. ${costWords(plan, useStored)}`;
}

/** @param useStored saved results replace calls */
export function lacksPrice(plan: RecipePlan, useStored: boolean): boolean {
  const paid = plan.calls - (useStored ? plan.storedCalls : 0);
  const cost = useStored ? plan.costWithStored : plan.cost;
  return !plan.isPractice && paid > 0 && cost === undefined;
}

export type LayeredFormat = Extract<ExportFormat, 'psd' | 'ora'>;

export interface PhotoToSave {
  readonly id: string;
  readonly name: string;
  readonly pixels?: number;
}

interface UnsavedPhoto extends PhotoToSave {
  readonly error: AppError;
}

interface SavingState {
  readonly isShown: boolean;
  /** For this photo alone; the next one is saved normally again. */
  readonly layered: LayeredFormat | undefined;
  /** Replaces the open photo. */
  readonly many: readonly PhotoToSave[] | undefined;
  /** Finished photos; `undefined` while nothing is being saved. */
  readonly through: number | undefined;
  readonly unsaved: readonly UnsavedPhoto[];
  readonly notice: string | undefined;
}

export const NOTHING_TO_SAVE: SavingState = {
  isShown: false,
  layered: undefined,
  many: undefined,
  through: undefined,
  unsaved: [],
  notice: undefined,
};

/** Returns the selected photos of the strip, or all if none is selected. */
export function photosToSave({ entries, choice }: StripState): readonly PhotoToSave[] {
  const photos = entries.flatMap((entry) => (entry.kind === 'photo' ? [toSave(entry.photo)] : []));
  const chosen = photos.filter(({ id }) => choice.chosen.has(id));
  return chosen.length > 0 ? chosen : photos;
}

function toSave({ id, name, width, height }: StripPhoto): PhotoToSave {
  return { id, name, pixels: width * height };
}

export type RunOperation = ScreenState['runOperation'];

/** `use`: saved results replace calls. `ignore`: all are calls. `only`: no calls. */
export type StoredUse = 'use' | 'ignore' | 'only';

export interface StudioRunState {
  readonly operation: RunOperation;
  /** Adjusted boxes; `undefined` for Gesso's own. */
  readonly byHand: readonly Rect[] | undefined;
  readonly painted: readonly PackedMaskTile[];
  /** By photo id. */
  readonly textBoxes: ReadonlyMap<string, readonly Rect[]>;
  /** By photo id: boxes that runs have taken, so that text found there is not shown. */
  readonly takenTextBoxes: ReadonlyMap<string, readonly Rect[]>;
  /** As far as the photo allows it. */
  readonly textMode: RemoveTextMode | undefined;
  /** `undefined` until the backend has answered. */
  readonly calls: CallPlan | undefined;
  readonly asked: { readonly stored: StoredUse; readonly calls: number } | undefined;
  readonly problem: string | undefined;
}

export const INITIAL_PLAN = {
  byHand: undefined,
  painted: [],
  calls: undefined,
  asked: undefined,
  problem: undefined,
} as const;

const INITIAL_RUN: StudioRunState = {
  operation: 'cleanup',
  textBoxes: new Map(),
  takenTextBoxes: new Map(),
  textMode: undefined,
  ...INITIAL_PLAN,
};

const NONE: readonly Rect[] = [];

/** Returns the same array until the boxes change. */
export function textBoxesOf(
  { textBoxes }: Pick<StudioRunState, 'textBoxes'>,
  photoId: string,
): readonly Rect[] {
  return textBoxes.get(photoId) ?? NONE;
}

/** Returns the same array until the boxes change. */
export function takenTextBoxesOf(
  { takenTextBoxes }: Pick<StudioRunState, 'takenTextBoxes'>,
  photoId: string,
): readonly Rect[] {
  return takenTextBoxes.get(photoId) ?? NONE;
}

export interface ProposedSelection {
  readonly tool: 'object' | 'line' | 'wand';
  readonly pixels: number;
  /** Erases the selection from the mask. */
  readonly subtract: boolean;
  /** Candidate masks of an object, by size. */
  readonly readings?: number;
  readonly reading?: number;
  /** Warns if the outline may be inaccurate. */
  readonly remark?: string | undefined;
}

/** Photo space. */
export interface TakenPlace {
  readonly bounds: Rect;
  /** Missing if the pointer was elsewhere. */
  readonly pointer: Point | undefined;
}

interface ObjectsInSight {
  /** Top to bottom, without accepted ones. */
  readonly objects: readonly ObjectInSight[];
  readonly index: number;
}

export interface PeopleFound {
  /** Left to right. */
  readonly people: readonly PersonInPhoto[];
  /** Added to the mask on accept. */
  readonly ticked: ReadonlySet<PersonInPhoto>;
}

/** Lines of text that are sent in one box. */
export interface TextBlock {
  /** Photo space. */
  readonly rect: Rect;
  readonly lines: readonly TextLineFound[];
}

interface FoundSpots {
  /** Top to bottom, without accepted and dismissed ones. */
  readonly spots: readonly Spot[];
  readonly index: number;
  /** There are more than the list can hold. */
  readonly isCut: boolean;
}

interface SelectingState {
  readonly isBusy: boolean;
  readonly proposal: ProposedSelection | undefined;
  /** It was accepted, and goes into the mask as soon as its edge is exact. */
  readonly isBeingAdded: boolean;
  /** Why a gesture found nothing. */
  readonly note: string | undefined;
  readonly taken: TakenPlace | undefined;
  readonly spots: FoundSpots | undefined;
  readonly objects: ObjectsInSight | undefined;
  readonly people: PeopleFound | undefined;
  readonly text: readonly TextBlock[] | undefined;
  readonly isSpotsViewShown: boolean;
}

export const INITIAL_SELECTING: SelectingState = {
  isBusy: false,
  proposal: undefined,
  isBeingAdded: false,
  note: undefined,
  taken: undefined,
  spots: undefined,
  objects: undefined,
  people: undefined,
  text: undefined,
  isSpotsViewShown: false,
};

/** True while selecting hides other things over the photo. */
export function isSelecting(state: SelectingState): boolean {
  const { proposal, note, taken, spots, objects, people, isSpotsViewShown } = state;
  const shown = proposal ?? note ?? taken ?? spots ?? objects ?? people;
  return shown !== undefined || isSpotsViewShown;
}

/** True if something is lit that Enter adds to the mask. */
export function hasSelection({ proposal, people }: SelectingState): boolean {
  return proposal?.subtract === false || (people !== undefined && people.ticked.size > 0);
}

/** `empty`: start view. `opening`: on its way to the screen. */
type StudioStatus = 'empty' | 'opening' | 'ready';

interface CopiedMask {
  readonly tiles: readonly PackedMaskTile[];
  /** Of its photo. */
  readonly from: Size;
}

interface Slices {
  readonly run: StudioRunState;
  readonly strip: StripState;
  readonly results: ResultsState;
  readonly saving: SavingState;
  readonly batches: BatchState;
  readonly selecting: SelectingState;
  readonly blending: BlendingState;
}

export interface StudioState extends Slices {
  /** Kept when photos are opened and closed. */
  readonly copiedMask: CopiedMask | undefined;
  readonly status: StudioStatus;
  readonly photo: Photo | undefined;
  /** Lowest first. */
  readonly patches: readonly Patch[];
  /** True from Run until the job is recorded. */
  readonly isStarting: boolean;
  readonly isPeeking: boolean;
  readonly error: AppError | undefined;
  /** A hint for the opened sample, until something is painted. */
  readonly suggestion: string | undefined;
}

export const INITIAL_STUDIO: Omit<StudioState, 'copiedMask' | Exclude<keyof Slices, 'saving'>> = {
  status: 'empty',
  photo: undefined,
  patches: [],
  isStarting: false,
  isPeeking: false,
  error: undefined,
  suggestion: undefined,
  saving: NOTHING_TO_SAVE,
};

type Change<State> = Partial<State> | ((state: State) => Partial<State>);

export interface StudioStore extends StoreApi<StudioState> {
  /** Merges a change into one slice. */
  setSlice<Name extends keyof Slices>(name: Name, change: Change<Slices[Name]>): void;
}

export function createStudioStore(): StudioStore {
  const store = createStore<StudioState>(() => ({
    copiedMask: undefined,
    ...INITIAL_STUDIO,
    run: INITIAL_RUN,
    strip: INITIAL_STRIP,
    results: { ...INITIAL_RESULTS, isFlickering: true, rate: FLICKER_RATE.initial },
    batches: INITIAL_BATCH,
    selecting: INITIAL_SELECTING,
    blending: INITIAL_BLENDING,
  }));
  return {
    ...store,
    setSlice: (name, change) =>
      store.setState((state) => {
        const slice = state[name];
        const changes = typeof change === 'function' ? change(slice) : change;
        return { [name]: { ...slice, ...changes } };
      }),
  };
}

export function readyPhoto({ status, photo }: StudioState): Photo | undefined {
  return status === 'ready' ? photo : undefined;
}

/** Lowest first. */
export function shownPatches({ patches }: Pick<StudioState, 'patches'>): readonly Patch[] {
  return patches.filter(({ state }) => state === 'applied');
}
