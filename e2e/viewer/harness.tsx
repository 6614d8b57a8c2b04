/** A minimal screen for each use of the viewer, without the Studio. */
import '../../renderer/app/tokens.css';
import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createViewLink } from '../../renderer/viewer/stage/comparing/linked-views.ts';
import { PictureBox } from '../../renderer/viewer/stage/box/PictureBox.tsx';
import {
  PictureComparison,
  type NamedState,
} from '../../renderer/viewer/stage/comparing/PictureComparison.tsx';
import { PictureViewer } from '../../renderer/viewer/stage/PictureViewer.tsx';
import { useViewer, useViewerSnapshot } from '../../renderer/viewer/stage/viewer-context.ts';
import type { ComparisonMode, ShownPicture } from '../../renderer/viewer/stage/viewer-types.ts';
import type { Viewer, ViewerSnapshot } from '../../renderer/viewer/stage/viewer.ts';
import type { Rect } from '../../shared/geometry/rect.ts';

export type HarnessScreen =
  | { readonly kind: 'picture'; readonly picture: ShownPicture }
  | {
      readonly kind: 'boxes';
      readonly picture: ShownPicture;
      readonly boxes: readonly Rect[];
      readonly ratio?: number;
    }
  | {
      readonly kind: 'comparison';
      readonly picture: ShownPicture;
      readonly states: readonly NamedState[];
      readonly mode?: ComparisonMode;
    }
  | { readonly kind: 'linked'; readonly pictures: readonly ShownPicture[] };

export interface ViewerHarness {
  /** By name. */
  readonly viewers: Map<string, Viewer>;
  /** Errors passed to the screen. */
  readonly errors: string[];
  boxes(): readonly Rect[];
  show(screen: HarnessScreen): void;
}

declare global {
  interface Window {
    viewerHarness?: ViewerHarness;
  }
}

const STOPS = {
  photo: 'edge of the picture',
  required: 'must contain the subject',
  smallest: 'the smallest size',
  largest: 'the largest size',
};

const BOX_IDS = ['first-box', 'second-box'];

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };

function Screen(props: {
  harness: ViewerHarness;
  screen: HarnessScreen;
  onBoxes(boxes: readonly Rect[]): void;
}) {
  const { harness, screen, onBoxes } = props;
  const tell = (error: { readonly kind: string }) => void harness.errors.push(error.kind);
  switch (screen.kind) {
    case 'picture':
      return (
        <PictureViewer picture={screen.picture} label="Picture" onError={tell}>
          <Expose harness={harness} name="picture" />
        </PictureViewer>
      );
    case 'boxes':
      return <WithBoxes harness={harness} {...screen} onBoxes={onBoxes} />;
    case 'comparison':
      return (
        <PictureComparison
          picture={screen.picture}
          states={screen.states}
          label="Pictures"
          onError={tell}
          {...(screen.mode === undefined ? {} : { initialMode: screen.mode })}
        />
      );
    case 'linked':
      return <Linked harness={harness} pictures={screen.pictures} />;
  }
}

function WithBoxes(props: {
  harness: ViewerHarness;
  picture: ShownPicture;
  boxes: readonly Rect[];
  ratio?: number;
  onBoxes(boxes: readonly Rect[]): void;
}) {
  const { harness, picture, ratio } = props;
  const [boxes, setBoxes] = useState(props.boxes);
  useEffect(() => {
    props.onBoxes(boxes);
  }, [props, boxes]);
  const limits = {
    photo: picture.size,
    required: NOTHING,
    minSide: 64,
    maxPixels: Infinity,
    ratio,
  };
  return (
    <PictureViewer
      picture={picture}
      label="Picture"
      overlay={boxes.map((rect, index) => (
        <PictureBox
          // boxes have no names of their own
          key={BOX_IDS[index]}
          id={BOX_IDS[index] ?? ''}
          name={`Box ${index + 1}`}
          rect={rect}
          isGrabbedInside
          limits={() => limits}
          stops={STOPS}
          onChange={(next) => setBoxes(boxes.map((each, at) => (at === index ? next : each)))}
        />
      ))}
    >
      <Expose harness={harness} name="picture" />
    </PictureViewer>
  );
}

function Linked(props: { harness: ViewerHarness; pictures: readonly ShownPicture[] }) {
  const [link] = useState(createViewLink);
  const [isLinked, setLinked] = useState(true);
  return (
    <>
      <div className="row">
        {props.pictures.map((picture) => (
          <PictureViewer
            key={picture.id}
            picture={picture}
            label={picture.id}
            link={isLinked ? link : undefined}
          >
            <Expose harness={props.harness} name={picture.id} />
          </PictureViewer>
        ))}
      </div>
      <button
        type="button"
        style={{ position: 'absolute', top: 4, left: 4 }}
        onClick={() => setLinked(!isLinked)}
      >
        {isLinked ? 'Zoom each alone' : 'Zoom together'}
      </button>
    </>
  );
}

/** Exposes the viewer to the tests, and shows its zoom like a screen. */
function Expose({ harness, name }: { harness: ViewerHarness; name: string }) {
  const viewer = useViewer();
  const zoom = useViewerSnapshot((snapshot: ViewerSnapshot) => snapshot.zoom);
  useEffect(() => {
    if (viewer !== undefined) harness.viewers.set(name, viewer);
  }, [harness, name, viewer]);
  return (
    <output aria-label={`Zoom of ${name}`} style={{ position: 'absolute', right: 4, top: 4 }}>
      {zoom === undefined ? '' : `${Math.round(zoom * 100)} %`}
    </output>
  );
}

function mount(): ViewerHarness {
  const element = document.querySelector('#root');
  if (element === null) throw new Error('The harness page has no root.');
  const root = createRoot(element);
  let shows = 0;
  let boxes: readonly Rect[] = [];
  const harness: ViewerHarness = {
    viewers: new Map(),
    errors: [],
    boxes: () => boxes,
    show(screen) {
      shows += 1;
      harness.viewers.clear();
      root.render(
        <StrictMode>
          <MantineProvider defaultColorScheme="dark">
            <Screen
              key={shows}
              harness={harness}
              screen={screen}
              onBoxes={(next) => {
                boxes = next;
              }}
            />
          </MantineProvider>
        </StrictMode>,
      );
    },
  };
  return harness;
}

window.viewerHarness = mount();
