import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './dish-picture.module.css';

/** The size of a picture's box on the screen, in CSS px. */
export type PictureBox = { width: number; height: number };

/** A picture's address, or how to tell it once the size of its box is known. */
export type PictureSource = string | ((box: PictureBox) => string);

/**
 * A dish's picture in a box that never changes its size. A photograph fills the box; a drawing (.svg) lies on the
 * table like the plates do; without a picture, and when it cannot be loaded, there is the fallback.
 */
export function DishPicture({ image, fallback }: { image?: PictureSource | undefined; fallback: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<PictureBox>();
  const [failed, setFailed] = useState<string>();
  const needsBox = typeof image === 'function';

  useLayoutEffect(() => {
    if (!needsBox || frame.current === null) return;
    const { width, height } = frame.current.getBoundingClientRect();
    setBox({ width: Math.round(width), height: Math.round(height) });
  }, [needsBox]);

  const address = typeof image === 'function' ? box && image(box) : image;
  const hasNone = image === undefined || (address !== undefined && address === failed);
  const shown = hasNone ? undefined : address;
  const isDrawing = shown !== undefined && /\.svg(\?|#|$)/.test(shown);
  return (
    <div ref={frame} className={styles.box}>
      {shown === undefined ? (
        hasNone && <div className={styles.drawing}>{fallback}</div>
      ) : (
        <div className={classNames(isDrawing ? styles.drawing : styles.photograph)}>
          <img src={shown} alt="" loading="lazy" decoding="async" onError={() => setFailed(shown)} />
        </div>
      )}
    </div>
  );
}
