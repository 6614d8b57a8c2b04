/** Entry of the selection thread, which keeps the pixels of one part of one photo. */
import { parentPort, workerData } from 'node:worker_threads';
import { findObject } from './find-object.ts';
import { findSpots } from './find-spots.ts';
import { flood } from './flood.ts';
import { smallerPart } from './grab-cut.ts';
import { toHeldPixels } from './object-area.ts';
import { followLine } from './follow-line.ts';
import type {
  SelectionAnswer,
  HeldPicture,
  OrderMessage,
  SelectionWork,
  ThreadData,
  WorkKind,
} from './messages.ts';
import { loadOpenCv, type OpenCv } from '../../../workers/opencv.ts';
import { scaledSize } from '../../../../shared/geometry/rect.ts';
import { boxMean } from './box-mean.ts';
import { greyOf } from './spot-scales.ts';

class Superseded extends Error {}

const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');
const { newest, openCv } = workerData as ThreadData;
let held: HeldPicture | undefined;

port.on('message', (message: OrderMessage) => void answer(message));

async function answer(message: OrderMessage): Promise<void> {
  const { id } = message;
  try {
    post({ id, answer: await carryOut(message) });
  } catch (error) {
    post({ id, refusal: refusalOf(error) });
  }
}

function post(message: SelectionAnswer): void {
  port?.postMessage(message);
}

async function carryOut(message: OrderMessage): Promise<SelectionWork[WorkKind]['answer']> {
  if ('rgb' in message.picture) held = message.picture;
  const picture = held;
  if (picture === undefined) throw new Error('There is no picture.');
  const goOn = (): void => {
    if (Atomics.load(newest, 0) > message.id) throw new Superseded();
  };
  switch (message.kind) {
    case 'hold':
      if (message.order.forObject) await opencv();
      return null;
    case 'object':
      return findObject(await opencv(), picture, message.order, goOn);
    case 'part':
      return partOf(await opencv(), picture, message.order);
    case 'line':
      return followLine(picture, message.order, goOn);
    case 'wand':
      return flood(picture, message.order);
    case 'spots':
      return findSpots(await opencv(), picture, message.order.sensitivity, goOn);
    case 'spotsView':
      return spotsView(picture, message.order.sensitivity);
  }
}

function partOf(
  cv: OpenCv,
  held: HeldPicture,
  { rect, longest }: SelectionWork['part']['order'],
): SelectionWork['part']['answer'] {
  const crop = toHeldPixels(held, rect);
  const scale = longest / Math.max(crop.width, crop.height);
  const size = scaledSize(crop, scale);
  return { ...size, rgb: smallerPart(cv, held, crop, size) };
}

class NotLoaded extends Error {}

async function opencv(): ReturnType<typeof loadOpenCv> {
  try {
    return await loadOpenCv(openCv);
  } catch (error) {
    throw new NotLoaded(String(error));
  }
}

function refusalOf(error: unknown): Extract<SelectionAnswer, { refusal: unknown }>['refusal'] {
  if (error instanceof Superseded) return { reason: 'superseded' };
  if (error instanceof NotLoaded) return { reason: 'not-loaded', message: error.message };
  return { reason: 'failed', message: String(error) };
}

const VIEW = {
  /** Half sides of the compared boxes, pixels. */
  near: 1,
  far: 12,
  /** Noise floor, levels. */
  noise: 0.6,
  /** Levels shown as half white, at sensitivity 0 and 100. */
  strict: 14,
  lenient: 4,
} as const;

/** @param sensitivity 0 to 100 */
function spotsView(
  picture: HeldPicture,
  sensitivity: number,
): SelectionWork['spotsView']['answer'] {
  const { width, height } = picture;
  const grey = greyOf(picture);
  const near = boxMean(grey, width, height, VIEW.near);
  const far = boxMean(grey, width, height, VIEW.far);
  const half = VIEW.strict * (VIEW.lenient / VIEW.strict) ** (sensitivity / 100);
  const gain = 255 / (half * 2);
  const view = new Uint8Array(new ArrayBuffer(grey.length));
  for (let index = 0; index < grey.length; index++) {
    const difference = Math.abs((near[index] ?? 0) - (far[index] ?? 0)) - VIEW.noise;
    view[index] = Math.max(0, Math.min(255, difference * gain));
  }
  return { width, height, grey: view };
}
