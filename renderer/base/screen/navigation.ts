/**
 * Which screen is in front, and with which order. Screens know each other by id only: one that
 * sends a photo to another says so here, and the other takes it when it is in front.
 */
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import type { RemoveTextMode } from '../../../shared/contract/cleanup.ts';
import type {
  MergeFaceJobRequest,
  UpscaleJobRequest,
  VideoJobRequest,
} from '../../../shared/contract/job-requests.ts';
import type { PricedKind } from '../../../shared/contract/prices.ts';
import type { AppErrorData } from '../../../shared/errors/app-error.ts';
import { useScreen } from './screen-context.tsx';

/** An order that a screen is opened with. */
export type Intent =
  | {
      readonly kind: 'open-photo';
      readonly photoId: string;
      /** Goes to the result of this job on it, if it is there. */
      readonly jobId?: string;
      /** Work that is ready on it: its mask, or the removal of its text. */
      readonly work?: 'cleanup' | RemoveTextMode;
      /** Opacity and feather of that result are open. */
      readonly isMixing?: boolean;
    }
  /** Fills the form of a screen with a request: its pictures and settings. */
  | {
      readonly kind: 'fill-form';
      readonly request: MergeFaceJobRequest | UpscaleJobRequest | VideoJobRequest;
    }
  /** Opens it beside the others, without showing it. */
  | { readonly kind: 'add-photo'; readonly photoId: string }
  /** A file was handed over that could not be taken in. */
  | { readonly kind: 'show-error'; readonly error: AppErrorData }
  /** Puts the photo as it looks now into the form. */
  | {
      readonly kind: 'use-picture';
      readonly photoId: string;
      /** Which of its places, where a screen has several. */
      readonly as?: 'face' | 'picture';
    }
  | { readonly kind: 'open-sample'; readonly sampleId: string }
  | { readonly kind: 'take-files'; readonly files: readonly File[] }
  | { readonly kind: 'show-job'; readonly jobId: string }
  /** Shows the calls of a job in Activity. */
  | { readonly kind: 'show-calls'; readonly jobId: string }
  /** Brings a section of Settings into view, by its id in the list of sections. */
  | { readonly kind: 'show-section'; readonly sectionId: string }
  /** Opens Settings at the price of an operation on the active connection. */
  | {
      readonly kind: 'set-price';
      readonly of: PricedKind;
      /** The screen to go back to. */
      readonly from: string;
    }
  /** Brings a message of a conversation into view. */
  | {
      readonly kind: 'show-message';
      readonly conversationId: string;
      readonly messageId: string;
    }
  /** The steps that led to a photo's look, or to a job's result, become a recipe to edit. */
  | {
      readonly kind: 'make-recipe';
      readonly from: { readonly photoId: string } | { readonly jobId: string };
    }
  /** A clean-up of the mask that is painted on a photo becomes a step of the recipe in hand. */
  | { readonly kind: 'use-mask'; readonly photoId: string }
  /** Puts photos, as they look now, into the list of a next run. */
  | { readonly kind: 'use-pictures'; readonly photoIds: readonly string[] }
  /** Brings a run of a recipe to the front; in the Studio, selects its photos. */
  | { readonly kind: 'show-recipe-run'; readonly runId: string; readonly only?: 'failed' }
  /** Opens a document at the answer in it. */
  | { readonly kind: 'show-document'; readonly documentId: string; readonly runId: string };

interface NavigationState {
  /** The id of the screen in front; `undefined` until one is chosen: the first of the registry. */
  readonly screenId: string | undefined;
  /** The order for the screen in front; taken once. */
  readonly intent: Intent | undefined;
}

export const useNavigation = create<NavigationState>(() => ({
  screenId: undefined,
  intent: undefined,
}));

/** Brings a screen to the front. @param intent its order; an earlier one that it has not taken yet stays */
export function showScreen(screenId: string, intent?: Intent): void {
  useNavigation.setState((state) => ({
    screenId,
    intent: intent ?? (state.screenId === screenId ? state.intent : undefined),
  }));
}

/**
 * Hands a screen one order after the other: each waits until the one before was taken.
 *
 * @param signal ends it
 * @returns adds an order to the line
 */
export function createOrderLine(screenId: string, signal: AbortSignal): (intent: Intent) => void {
  const line: Intent[] = [];
  let sent: Intent | undefined;
  function send(): void {
    const { intent } = useNavigation.getState();
    if (intent !== undefined) {
      if (sent !== undefined && intent !== sent) line.unshift(sent); // somebody was faster
      if (intent !== sent) sent = undefined;
      return;
    }
    sent = line.shift();
    if (sent !== undefined) showScreen(screenId, sent);
  }
  signal.addEventListener('abort', useNavigation.subscribe(send), { once: true });
  return (intent) => {
    line.push(intent);
    send();
  };
}

/**
 * Carries out the screen's order, as soon as it is in front and ready.
 *
 * @param take ignores an order that the screen does not know
 * @param isReady the screen can act; until then the order waits
 */
export function useIntent(take: (intent: Intent) => void, isReady = true): void {
  const { isInFront } = useScreen();
  const intent = useNavigation((state) => state.intent);
  const onIntent = useEffectEvent(take);
  useEffect(() => {
    if (!isInFront || !isReady || intent === undefined) return;
    useNavigation.setState({ intent: undefined });
    onIntent(intent);
  }, [isInFront, isReady, intent]);
}

/** Carries out orders of one kind, and leaves the others to the parts of the screen that they are for. */
export function useIntentOf<Kind extends Intent['kind']>(
  kind: Kind,
  take: (intent: Extract<Intent, { readonly kind: Kind }>) => void,
): void {
  const intent = useNavigation((state) => state.intent);
  const onIntent = useEffectEvent(take);
  useEffect(() => {
    if (intent?.kind !== kind) return;
    useNavigation.setState({ intent: undefined });
    onIntent(intent as Extract<Intent, { readonly kind: Kind }>);
  }, [intent, kind]);
}
