/** A crash of a native library ends this process alone. Its argument is the folder of models. */
import { openWorkerPort } from '../workers/worker-port.ts';
import type {
  PerceptionAnswer,
  PerceptionOrder,
  PerceptionKind,
  PerceptionWork,
} from './messages.ts';
import { NotLoaded } from './models.ts';
import { createFaceModel } from './faces.ts';
import { createObjectModel } from './segment-anything.ts';
import { createTextModel } from './text.ts';

const [folder = ''] = process.argv.slice(2);
const carryOut = createOrders(folder);
const port = openWorkerPort<PerceptionOrder, PerceptionAnswer>();
let last: Promise<void> = Promise.resolve();

// One by one, in order.
port.onMessage((order) => {
  last = last.then(async () => port.post(await carryOut(order)));
});

/** @returns a function that answers requests; never rejects */
function createOrders(folder: string): (order: PerceptionOrder) => Promise<PerceptionAnswer> {
  const models = {
    objects: createObjectModel(folder),
    text: createTextModel(folder),
    faces: createFaceModel(folder),
  };

  async function carryOut(
    message: PerceptionOrder,
  ): Promise<PerceptionWork[PerceptionKind]['answer']> {
    switch (message.kind) {
      case 'load':
        await models[message.order.model].load();
        return null;
      case 'embed': {
        const { key, picture, size } = message.order;
        await models.objects.embed(key, picture, size);
        return null;
      }
      case 'segment':
        return await models.objects.segment(message.order.key, message.order.prompt);
      case 'text':
        return await models.text.find(message.order.picture);
      case 'faces':
        return await models.faces.find(message.order.picture);
    }
  }

  return async (message) => {
    const { id } = message;
    try {
      return { id, answer: await carryOut(message) };
    } catch (error) {
      const reason = error instanceof NotLoaded ? 'not-loaded' : 'failed';
      return { id, refusal: { reason, message: String(error) } };
    }
  };
}
