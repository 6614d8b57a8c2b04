/** A Konva stage that fills its parent, for a drawing that lives as long. */
import type { Layer as KonvaLayer } from 'konva/lib/Layer.js';
import type { Stage as KonvaStage } from 'konva/lib/Stage.js';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Layer, Stage } from 'react-konva';
import type { Size } from '../../../shared/geometry/rect.ts';
import stageClasses from './stage.module.css';

interface Parts {
  readonly container: HTMLElement;
  readonly stage: KonvaStage;
  /** @param index 0 is the lowest */
  layer(index: number): KonvaLayer;
}

interface Drawing {
  /** @param size CSS pixels @param pixelRatio device pixels per CSS pixel */
  resize(size: Size, pixelRatio: number): void;
  destroy(): void;
}

export function MountedStage(props: {
  readonly label: string;
  /** Commands of its context menu. */
  readonly menu?: string;
  readonly layers: number;
  /** Called once. */
  readonly mount: (parts: Parts) => Drawing;
  readonly children?: ReactNode;
}) {
  const container = useRef<HTMLDivElement>(null);
  const stage = useRef<KonvaStage>(null);
  const mount = useEffectEvent(props.mount);
  useEffect(() => {
    const { current: element } = container;
    const { current: konva } = stage;
    if (element === null || konva === null) return undefined;
    const layers = konva.getLayers();
    const drawing = mount({
      container: element,
      stage: konva,
      layer(index) {
        const found = layers[index];
        if (found === undefined) throw new Error(`The stage has no layer ${index}.`);
        return found;
      },
    });
    const resize = () => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      // the size is 0 while another screen is in front
      if (size.width > 0 && size.height > 0) drawing.resize(size, window.devicePixelRatio);
    };
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawing.destroy();
    };
  }, []);

  return (
    <>
      <div
        ref={container}
        className={stageClasses['stage']}
        role="application"
        aria-label={props.label}
        tabIndex={0}
        data-menu={props.menu}
      >
        <Stage ref={stage} width={1} height={1} listening={false}>
          {Array.from({ length: props.layers }, (_, index) => (
            <Layer key={index} listening={false} />
          ))}
        </Stage>
        {props.children}
      </div>
      <div className={stageClasses['focusFrame']} />
    </>
  );
}
