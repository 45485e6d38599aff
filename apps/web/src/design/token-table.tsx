import type { CSSProperties } from 'react';
import tokens from '#ui/styles/tokens.css?raw';
import styles from './gallery-screen.module.css';

/** Every token by its first statement in tokens.css, the one for ordinary readers. */
const names = [...new Set([...tokens.matchAll(/--([\w-]+):/g)].map(([, name = '']) => name))];

/** How a token shows what it is, by the beginning of its name; any other is a colour. */
const samples: readonly { of: RegExp; style: (value: string) => CSSProperties; text?: string }[] = [
  {
    of: /^(?:space|target|gutter|header|page|bottom)/,
    style: (width) => ({ width, background: 'var(--leaf)' }),
  },
  { of: /^radius/, style: (borderRadius) => ({ borderRadius, background: 'var(--leaf-soft)' }) },
  { of: /^text-/, style: (fontSize) => ({ fontSize, height: 'auto', border: 0 }), text: 'Polévka' },
  { of: /^weight/, style: (fontWeight) => ({ fontWeight, border: 0 }), text: 'Polévka' },
  { of: /^shadow/, style: (boxShadow) => ({ boxShadow, background: 'var(--surface)' }) },
  { of: /^(?:quick|calm|ease|brand-hue)/, style: () => ({ border: 0 }) },
];

/** The tokens, each with its name and what it looks like. */
export function TokenTable() {
  return (
    <div className={styles.tokens}>
      {names.map((name) => {
        const sample = samples.find(({ of }) => of.test(name));
        const value = `var(--${name})`;
        const style = { maxWidth: '100%', ...(sample?.style(value) ?? { background: value }) };
        return (
          <div key={name} className={styles.token}>
            <div className={styles.sample} style={style}>
              {sample?.text}
            </div>
            {name}
          </div>
        );
      })}
    </div>
  );
}
