import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { PrintedSheet } from './printed-sheet.tsx';
import styles from './virtual-card.module.css';

/** What stands on a card: whose canteen, whose card, the picture of the code, and the code to be read aloud. */
type CardFace = {
  issuer: string;
  holder?: string | undefined;
  picture: ReactNode;
  /** Whether the picture is as high as it is wide. */
  isSquare: boolean;
  code: string;
};

/** A card on the screen, to be held over a reader. */
export function VirtualCard(face: CardFace) {
  return (
    <div className={classNames(styles.card, styles.onScreen)}>
      <Face {...face} />
    </div>
  );
}

/** The card on paper, in the upper part of a page that is folded or cut to its size. */
export function PrintedCard(face: CardFace) {
  return (
    <PrintedSheet page="card">
      <div className={classNames(styles.card, styles.onPaper)}>
        <Face {...face} />
      </div>
    </PrintedSheet>
  );
}

function Face({ issuer, holder, picture, isSquare, code }: CardFace) {
  return (
    <>
      <p className={styles.names}>
        <b>{issuer}</b>
        {holder !== undefined && <span>{holder}</span>}
      </p>
      <div className={classNames(styles.picture, isSquare && styles.square)}>{picture}</div>
      <p className={styles.code}>{code}</p>
    </>
  );
}
