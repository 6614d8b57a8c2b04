/** Imports no schema, because the first screen needs it before anything else. */
import { CHARGED_CATEGORIES } from '../api/charged-categories.ts';
import { UPSCALERS } from '../api/upscalers.ts';
import { IMAGE_PARAMETERS } from '../parameters/image-parameters.ts';
import { initialForm } from '../parameters/parameter-table.ts';
import {
  SECOND_UPSCALER,
  UPSCALE_BY_FACTOR,
  UPSCALE_PARAMETERS,
  UPSCALE_TO_SIZE,
} from '../parameters/upscale-parameters.ts';
import { VIDEO_PARAMETERS, WEBHOOK, WEBHOOK_TEST } from '../parameters/video-parameters.ts';
import type { FacesForm } from './faces-form.ts';
import type { ScreenState } from './screen-state.ts';
import { PANEL_WIDTH, TRAY_HEIGHT } from './setting-limits.ts';
import type { SpendTable, SpendView } from './spend-view.ts';
import type { UpscaleForm } from './upscale-form.ts';
import type { VideoForm } from './video-form.ts';

export const DEFAULT_FACES_FORM: FacesForm = {
  face: null,
  picture: null,
  moreFaces: [],
  morePictures: [],
  ...initialForm(IMAGE_PARAMETERS),
  jobId: null,
  isLinked: false,
  isConsentRead: false,
};

export const DEFAULT_UPSCALE_FORM: UpscaleForm = {
  sizeMode: 'factor',
  ...initialForm(UPSCALE_BY_FACTOR),
  ...initialForm(UPSCALE_TO_SIZE),
  ...initialForm(UPSCALE_PARAMETERS),
  ...initialForm(SECOND_UPSCALER),
  triedUpscalers: [UPSCALERS[0], UPSCALERS[2]],
};

export const DEFAULT_VIDEO_FORM: VideoForm = {
  ...initialForm(VIDEO_PARAMETERS),
  padding: null,
  isSeedLocked: false,
  ...initialForm(WEBHOOK),
  ...initialForm(WEBHOOK_TEST),
};

const DEFAULT_SPEND_TABLE: SpendTable = {
  columns: [
    'startTime',
    'category',
    'productName',
    'ownerId',
    'amount',
    'voucherAmount',
    'payAmount',
  ],
  heading: null,
};

export const DEFAULT_SPEND_VIEW: SpendView = {
  period: { kind: 'preset', id: 'month' },
  unit: 'day',
  groupBy: 'category',
  categories: [...CHARGED_CATEGORIES],
  productName: '',
  isCompared: true,
  isCumulative: false,
};

export const DEFAULT_SCREEN_STATE: ScreenState = {
  openPhotoId: null,
  openPhotoIds: [],
  brushSize: 80,
  eraserSize: 80,
  runOperation: 'cleanup',
  panelWidth: PANEL_WIDTH.initial,
  trayHeight: TRAY_HEIGHT.initial,
  arePanelsShown: true,
  recentCommandIds: [],
  spendView: DEFAULT_SPEND_VIEW,
  spendTable: DEFAULT_SPEND_TABLE,
  spendNames: [],
  facesForm: DEFAULT_FACES_FORM,
  usedFaces: [],
  videoForm: DEFAULT_VIDEO_FORM,
  videoPhotoId: null,
  upscaleForm: DEFAULT_UPSCALE_FORM,
  upscalePhotoIds: [],
  recipeInHand: null,
  languageTab: 'chat',
  languageDocumentId: null,
  languagePrompts: { form: 'texts', text: '', runId: null, answers: 1 },
};
