import { escaped } from '@refectory/server/mail/write-mail';

/** The look of the pages that belong to the demo alone. */
export const DEMO_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.985 0.006 95), oklch(0.19 0.012 150));
  --surface: light-dark(oklch(1 0 0), oklch(0.235 0.014 150));
  --ink: light-dark(oklch(0.24 0.02 150), oklch(0.95 0.008 95));
  --ink-muted: light-dark(oklch(0.48 0.02 150), oklch(0.75 0.015 120));
  --line: light-dark(oklch(0.905 0.01 110), oklch(0.32 0.015 150));
  --leaf: light-dark(oklch(0.44 0.1 152), oklch(0.8 0.13 152));
  --leaf-ink: light-dark(oklch(0.99 0.01 120), oklch(0.2 0.04 152));
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 44rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1, h2 { margin: 0; line-height: 1.25; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.1rem; }
p { margin: 0.25rem 0 0; overflow-wrap: anywhere; }
.muted { color: var(--ink-muted); font-size: 0.9rem; }
main { display: grid; gap: 1rem; margin-top: 1.5rem; }
section, article { padding: 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; margin-top: 0.75rem; }
label { display: grid; gap: 0.25rem; font-size: 0.9rem; }
input, select, button { font: inherit; min-height: 2.75rem; padding: 0.5rem 0.9rem; border: 1px solid var(--ink-muted); border-radius: 0.5rem; color: inherit; background: transparent; max-width: 100%; }
button { color: var(--leaf-ink); background: var(--leaf); border-color: var(--leaf); font-weight: 600; cursor: pointer; }
a { color: var(--leaf); }
:focus-visible { outline: 3px solid var(--leaf); outline-offset: 2px; }
`;

/** A page of the demo alone. */
export function demoPage(title: string, about: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${DEMO_STYLE}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1><p class="muted">${escaped(about)}</p></header>
<main>
${content}
</main>
</body>
</html>`;
}
