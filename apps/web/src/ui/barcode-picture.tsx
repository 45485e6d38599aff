import styles from './barcode-picture.module.css';

/** Dark shapes on a light ground, as corners in units of the picture. */
export type BarcodeShapes = {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly (readonly (readonly [x: number, y: number])[])[];
};

/** A barcode as a scanner wants it: black on white in every theme, and as wide as there is room. */
export function BarcodePicture({ barcode, label }: { barcode: BarcodeShapes; label: string }) {
  const { width, height } = barcode;
  return (
    <img className={styles.picture} src={addressOf(barcode)} alt={label} width={width} height={height} />
  );
}

/** The picture as an address that holds all of it: nothing is fetched, and it is as sharp on paper. */
function addressOf({ width, height, shapes }: BarcodeShapes): string {
  const path = shapes.map((points) => `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`).join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="white"/><path fill-rule="evenodd" d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
