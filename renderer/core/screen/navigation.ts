/**
 * The current screen and the intent it was opened with. Screens know each other by id only: one
 * sends a photo by opening another with an intent, which that screen then carries out.
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

/** What a screen is to do once it is open. */
export type Intent =
  | {
      readonly kind: 'open-photo';
      readonly photoId: string;
      /** Shows the result of this job on the photo. */
      readonly jobId?: string;
      /** Starts with this prepared work: the mask, or text removal. */
      readonly work?: 'cleanup' | RemoveTextMode;
      /** Opens the opacity and feather of that result. */
      readonly isBlending?: boolean;
    }
  /** Fills the form with the pictures and settings of an earlier request. */
  | {
      readonly kind: 'fill-form';
      readonly request: MergeFaceJobRequest | UpscaleJobRequest | VideoJobRequest;
    }
  /** Adds the photo without showing it. */
  | { readonly kind: 'add-photo'; readonly photoId: string }
  /** Reports a file that could not be opened. */
  | { readonly kind: 'show-error'; readonly error: AppErrorData }
  /** Puts the photo with its results into the form. */
  | {
      readonly kind: 'use-picture';
      readonly photoId: string;
      /** The slot, where a screen has several. */
      readonly as?: 'face' | 'picture';
    }
  | { readonly kind: 'open-sample'; readonly sampleId: string }
  | { readonly kind: 'take-files'; readonly files: readonly File[] }
  | { readonly kind: 'show-job'; readonly jobId: string }
  | { readonly kind: 'show-calls'; readonly jobId: string }
  | { readonly kind: 'show-section'; readonly sectionId: string }
  /** Opens Settings at the price of an operation of the active connection. */
  | {
      readonly kind: 'set-price';
      readonly of: PricedKind;
      /** The screen to return to. */
      readonly from: string;
    }
  /** Scrolls to a message of a conversation. */
  | { readonly kind: 'show-message'; readonly conversationId: string; readonly messageId: string }
  /** Creates a recipe from the steps that led to a photo or a job's result. */
  | {
      readonly kind: 'make-recipe';
      readonly from: { readonly photoId: string } | { readonly jobId: string };
    }
  /** Turns the mask painted on a photo into a clean-up step of the open recipe. */
  | { readonly kind: 'use-mask'; readonly photoId: string }
  /** Adds photos with their results to the list for the next run. */
  | { readonly kind: 'use-pictures'; readonly photoIds: readonly string[] }
  /** Shows a recipe's run; in the Studio, selects its photos. */
  | { readonly kind: 'show-recipe-run'; readonly runId: string; readonly only?: 'failed' }
  /** Opens a document at one of its answers. */
  | { readonly kind: 'show-document'; readonly documentId: string; readonly runId: string };

interface NavigationState {
  /** `undefined` until one is chosen, which means the first of the registry. */
  readonly screenId: string | undefined;
  /** For the current screen, once. */
  readonly intent: Intent | undefined;
}

export const useNavigation = create<NavigationState>(() => ({
  screenId: undefined,
  intent: undefined,
}));

/** @param intent an earlier one that the screen has not carried out yet is kept */
export function showScreen(screenId: string, intent?: Intent): void {
  useNavigation.setState((state) => ({
    screenId,
    intent: intent ?? (state.screenId === screenId ? state.intent : undefined),
  }));
}

/** @returns `act` for after a wait: it does nothing once the user has gone to a third screen */
export function unlessLeft<Args extends readonly unknown[]>(
  target: string,
  act: (...args: Args) => void,
): (...args: Args) => void {
  const { screenId: from } = useNavigation.getState();
  return (...args) => {
    const { screenId } = useNavigation.getState();
    if (screenId === from || screenId === target) act(...args);
  };
}

/**
 * Sends a screen one intent after another, each once the previous one is taken.
 * @param signal stops sending
 * @returns adds an intent to the queue
 */
export function createIntentQueue(screenId: string, signal: AbortSignal): (intent: Intent) => void {
  const queue: Intent[] = [];
  let sent: Intent | undefined;
  function send(): void {
    const { intent } = useNavigation.getState();
    if (intent !== undefined) {
      if (sent !== undefined && intent !== sent) queue.unshift(sent); // another intent came first
      if (intent !== sent) sent = undefined;
      return;
    }
    sent = queue.shift();
    if (sent !== undefined) showScreen(screenId, sent);
  }
  signal.addEventListener('abort', useNavigation.subscribe(send), { once: true });
  return (intent) => {
    queue.push(intent);
    send();
  };
}

/**
 * Carries out the screen's intent once the screen is current and ready.
 * @param take ignores unknown intents
 * @param isReady until then, the intent waits
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

/**
 * Carries out intents of one kind, and leaves the others to the parts of the screen they are for.
 */
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
